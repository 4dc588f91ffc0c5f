// The first lesson to its end by mouse alone, in the one file from disk, without a server; then a step and an edit.
// Pictures of each page are to be looked at. Firefox draws with WebGL in a window only, so it needs a display.
//
//   xvfb-run -s '-screen 0 1400x900x24' node tests/web/first_lesson.mjs FOLDER [firefox|chrome]
//
// That no network is needed: after `unshare -n`, and in there `ip link set lo up`, which the browsers' control uses.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {isReady, sleep, startBrowser, startFirefox} from './browser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [folder, name = 'firefox'] = process.argv.slice(2);

// What a reader has to find out: the answers of each page, from the sheet of solutions that the desktop exports.
function answersByPage() {
  const sheet = join(mkdtempSync(join(tmpdir(), 'lockstep-lesson-')), 'sheet.html');
  const made = spawnSync(join(root, 'build/release/lockstep'), ['lesson', 'export', 'first-steps', sheet], {encoding: 'utf8'});
  assert.equal(made.status, 0, made.stderr);
  const [pages, solutions] = readFileSync(sheet, 'utf8').split('<section id="solutions"');
  const answers = new Map([...solutions.matchAll(/href="#(question-\d+)".*?<dd><b>(.*?)\.<\/b>/gs)].map((it) => [it[1], it[2]]));
  return pages.split('<section ').slice(1).map((page) =>
    [...page.matchAll(/<div class="question" id="(question-\d+)"/g)].map((it) => answers.get(it[1])));
}

// "0, 4, 8" or "0 to 31"
const numbersIn = (text) => text.split(', ').flatMap((piece) => {
  const [first, last = first] = piece.split(' to ').map(Number);
  return Array.from({length: last - first + 1}, (_, i) => first + i);
});

class Reader {
  constructor(page) { this.page = page; }
  now() { return this.page.evaluate(() => lockstepPage.report()); }

  async settled() {
    for (let i = 0, before = ''; i < 100; ++i) {
      await sleep(150);
      const text = JSON.stringify(await this.now());
      if (text === before) return JSON.parse(text);
      before = text;
    }
    return this.now();
  }

  has(now, id) { return now.places.some((place) => place.id === id); }

  // What is below the edge of the text is scrolled to, as a reader does.
  async click(id) {
    for (let i = 0; i < 20; ++i) {
      const place = (await this.settled()).places.find((it) => it.id === id);
      if (place) return this.page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
      await this.page.mouse.move(150, 400);
      await this.page.mouse.wheel({deltaY: i < 10 ? 150 : -150});
    }
    assert.fail(`${id} is there: ${(await this.now()).places.map((it) => it.id).join(', ')}`);
  }

  async scrollTo(begin) {
    for (let i = 0; i < 20; ++i) {
      const now = await this.settled();
      if (now.places.some((it) => it.id.startsWith(begin))) return now;
      await this.page.mouse.move(150, 400);
      await this.page.mouse.wheel({deltaY: i < 10 ? 150 : -150});
    }
    assert.fail(`${begin} is there`);
  }

  async answer(number, text) {
    const id = `question-${number}-`, now = await this.scrollTo(id);
    const kinds = now.places.map((it) => it.id).filter((it) => it.startsWith(id));
    if (kinds.some((it) => it.startsWith(id + 'choice-'))) {
      await this.click(`${id}choice-${text.charCodeAt(0) - 'a'.charCodeAt(0)}`);
    } else if (kinds.some((it) => it.startsWith(id + 'item-'))) {
      for (const item of numbersIn(text)) await this.click(`${id}item-${item}`);
      await this.click(id + 'check');
    } else {
      for (const digit of text) await this.click(`${id}key-${digit}`);
      await this.click(id + 'check');
    }
    const isOpen = (seen) => this.has(seen, id + 'check');
    let after = await this.settled();
    for (let i = 0; i < 30 && isOpen(after); ++i) after = await this.settled();
    const isRight = !isOpen(after) && !this.has(after, id + 'solution');
    if (!isRight) await this.page.screenshot({path: join(folder, 'failed.png')});
    assert.ok(isRight, `${text} is the answer of ${id}: ${after.places.map((it) => it.id).join(', ')}`);
  }
}

mkdirSync(folder, {recursive: true});
const answers = answersByPage();
const browser = await (name === 'firefox' ? startFirefox() : startBrowser());
const page = await browser.newPage();
await page.setViewport({width: 1280, height: 720});
await page.goto(pathToFileURL(join(root, 'build/web/lockstep.html')).href + '?report=1', {waitUntil: 'load'});
await isReady(page);
const reader = new Reader(page);
await reader.click('start-first-steps');
for (let at = 0; at < answers.length; ++at) {
  await reader.settled();
  await page.screenshot({path: join(folder, `${String(at + 1).padStart(2, '0')}.png`)});
  if (at === 0) for (let i = 0; i < 3; ++i) await reader.click('Next step (→)');
  for (const [number, text] of answers[at].entries()) await reader.answer(number, text);
  await page.screenshot({path: join(folder, `${String(at + 1).padStart(2, '0')}-answered.png`)});
  await reader.click(at + 1 < answers.length ? 'lesson-next' : 'lesson-end');
}
await reader.settled();
await page.screenshot({path: join(folder, 'end.png')});
console.log(`${answers.length} pages, ${answers.flat().length} questions answered`);

await reader.click('Step');
const before = await reader.settled();
await reader.click('Next step (→)');
assert.notEqual((await reader.settled()).scene.position, before.scene.position, 'the button steps');
await page.keyboard.press('ArrowRight');
await reader.settled();
await page.screenshot({path: join(folder, 'step.png')});
await page.keyboard.press('F2');
await page.keyboard.type('// edited');
await page.keyboard.press('Enter');
await sleep(1000);
await reader.settled();
await page.screenshot({path: join(folder, 'edited.png')});
assert.ok(Object.values((await reader.now()).scene.edited_texts ?? {}).some((text) => text.includes('// edited')), 'the text is edited');
await browser.close();
console.log('stepped and edited');
