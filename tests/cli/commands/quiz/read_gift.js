// Reads GIFT with gift-pegjs and compares it with the JSON of the same questions:
//   node read_gift.js questions.gift questions.json
const fs = require("fs");
const path = require("path");
const { createRequire } = require("module");
const parser = createRequire(path.join(process.cwd(), "package.json"))("gift-pegjs");

const [gift, json] = process.argv.slice(2).map((file) => fs.readFileSync(file, "utf8"));
const parsed = parser.parse(gift);
const wanted = JSON.parse(json).questions;
let faults = 0;
const types = {};

function expect(condition, question, what) {
  if (condition) return;
  ++faults;
  console.log(`${question.kind}: ${what}\n  ${question.text}`);
}

const text = (choice) => choice.text.text;
// Our "->" is written as an arrow: GIFT takes it for a pair.
const plain = (string) => string.replaceAll("->", "→");

function compareChoices(got, question) {
  const right = got.choices.filter((choice) => choice.isCorrect);
  if (right.length === 1) {
    expect(text(right[0]) === plain(question.answer_text), question, `right is ${text(right[0])}`);
    const texts = new Set(got.choices.map(text));
    expect(texts.size === got.choices.length && texts.size >= 2, question, "choices are not distinct");
    if (question.choices) expect(texts.size === question.choices.length, question, "number of choices");
    return;
  }
  // Several answers with weights: those with a positive weight are the items.
  const positive = got.choices.filter((choice) => choice.weight > 0);
  const number = (choice) => Number(text(choice).match(/(\d+)\]?$/)[1]);  // of "scratch[6]" or "x6"
  expect(JSON.stringify(positive.map(number)) === JSON.stringify(question.answer), question, "weighted answers");
  const sum = positive.reduce((total, choice) => total + choice.weight, 0);
  expect(Math.abs(sum - 100) < 0.1, question, `weights add up to ${sum}`);
  expect(got.choices.length > positive.length, question, "no wrong answer");
}

if (parsed.length !== wanted.length) {
  console.log(`${parsed.length} questions were read, ${wanted.length} were written`);
  process.exit(1);
}
parsed.forEach((got, i) => {
  const question = wanted[i];
  types[got.type] = (types[got.type] || 0) + 1;
  expect(got.stem.text.includes(plain(question.text)), question, "its text is missing");
  for (const given of question.given) expect(got.stem.text.includes(plain(given)), question, `missing: ${given}`);
  expect(got.title.endsWith(question.kind), question, `title ${got.title}`);
  expect(got.globalFeedback && got.globalFeedback.text === plain(question.reason), question, "feedback");
  switch (got.type) {
    case "TF":
      expect(got.isTrue === (question.answer === 0), question, "true or false");
      break;
    case "Numerical": {
      expect(got.choices.number === question.answer, question, `the number is ${got.choices.number}`);
      expect(got.choices.range === question.tolerance, question, `the tolerance is ${got.choices.range}`);
      break;
    }
    case "Short": {
      const texts = got.choices.map(text);
      expect(texts.includes(question.answer_text) && texts.includes(String(question.answer[0])), question, texts.join());
      break;
    }
    case "MC":
      compareChoices(got, question);
      break;
    default:
      expect(false, question, `type ${got.type}`);
  }
});
console.log(JSON.stringify(types));
process.exit(faults === 0 ? 0 : 1);
