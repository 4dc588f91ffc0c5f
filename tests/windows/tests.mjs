// The tests of core, sim, assignment and cli, built for Windows, in Wine. What is left out stands in left_out.txt.
//
//   node tests/windows/tests.mjs FOLDER [program…]     FOLDER: where the programs are, build/windows
import {spawn, spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {join} from 'node:path';

const [folder, ...named] = process.argv.slice(2);
const programs = named.length > 0 ? named : ['core_tests', 'assignment_tests', 'cli_tests', 'sim_tests'];
const rows = readFileSync(new URL('left_out.txt', import.meta.url), 'utf8').split('\n').filter((line) => line && !line.startsWith('#'));
const cases = rows.map((row) => row.split(' ')[0]).filter((name) => !name.endsWith('.cpp'));
// The program's own tests run beside each other, and save time so; the command line's share files.
const shards = (program) => program === 'cli_tests' ? 1 : availableParallelism();

// Wine hands OpenCL on to the PoCL of this machine, but not the variable that Lockstep sets against its errors.
process.env.POCL_WORK_GROUP_METHOD = 'workitemrepl';

function run(program, shard, count) {
  const environment = {...process.env, GTEST_TOTAL_SHARDS: String(count), GTEST_SHARD_INDEX: String(shard), GTEST_COLOR: 'no'};
  const words = [join(folder, `${program}.exe`), '--gtest_brief=1', `--gtest_filter=-${cases.join(':')}`];
  return new Promise((resolve) => {
    const child = spawn('wine', words, {env: environment, stdio: ['ignore', 'pipe', 'pipe']});
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output += bytes);
    child.on('close', (status) => resolve({status, output}));
  });
}

const count = (output, word) => Number(new RegExp(`\\[  ${word} *\\] (\\d+) test`).exec(output)?.[1] ?? 0);
const failures = (output) => new Set([...output.matchAll(/^\[  FAILED  \] (\w\S+)/gm)].map((match) => match[1])).size;
// Two programs that begin at once would both make Wine's folders.
spawnSync('wine', ['wineboot', '--init'], {stdio: 'ignore'});
let failed = 0;
for (const program of programs) {
  const begin = Date.now(), of = shards(program);
  const parts = await Promise.all(Array.from({length: of}, (_, shard) => run(program, shard, of)));
  const sum = (word) => parts.reduce((total, part) => total + count(part.output, word), 0);
  for (const part of parts) {
    if (part.status === 0) continue;
    ++failed;
    console.error(part.output);
    console.error(`${program} ended with status ${part.status}`);
  }
  console.log(`${program}: ${sum('PASSED')} passed, ${sum('SKIPPED')} skipped, ${parts.reduce((total, part) => total + failures(part.output), 0)} failed, ` +
    `${Math.round((Date.now() - begin) / 1000)} s`);
}
console.log(`${rows.length} rows of left_out.txt say what was not run, and why`);
process.exit(failed === 0 ? 0 : 1);
