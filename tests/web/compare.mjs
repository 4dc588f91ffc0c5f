// The command line under node gives the same bytes as the desktop's: output and exit status of more than 100 commands.
//
//   node tests/web/compare.mjs DESKTOP WEB [every]     every: the share of the catalogue's ids, 1 is all of them
import {spawnSync} from 'node:child_process';

const [desktop, web, every = '4'] = process.argv.slice(2);
const stride = Number(every);

function run(words, program) {
  const command = program.endsWith('.js') ? [process.execPath, program] : [program];
  const done = spawnSync(command[0], [...command.slice(1), ...words], {encoding: 'buffer', maxBuffer: 1 << 28,
    env: {...process.env, OMP_NUM_THREADS: '1', LOCKSTEP_PAGE: ''}});
  return {status: done.status, output: done.stdout};
}

const catalogue = JSON.parse(run(['list', '--json'], desktop).output);
const ids = [...catalogue.algorithms, ...catalogue.patterns, ...catalogue.hazards].map((algorithm) => algorithm.id);
const chosen = ids.filter((id, index) => index % stride === 0);
const forms = [
  (id) => ['counters', id, '--n', '1000', '--json'],
  (id) => ['counters', id, '--n', '4096', '--type', 'float', '--json'],
  (id) => ['trace', id, '--n', '64', '--group', '32', '--json'],
  (id) => ['quiz', id, '--count', '5', '--answers'],
  (id) => ['explain', id, '--n', '256'],
  (id) => ['link', id],
];
const commands = [...chosen.flatMap((id) => forms.map((form) => form(id))),
  ['documents'], ['lab', 'coalescing'], ['plan', 'scan/block', '--json'], ['disassemble', 'reduce/divergent'],
  ['form', 'scan/blelloch', '--to', 'cuda'], ['simulate', 'kernels/reduce/sequential-local.cl', '--global', '1024', '--local', '256',
    'buffer:int:4=0:dump', 'buffer:int:1024=iota', 'local:1024', 'scalar:uint=1024']];

let differences = 0;
for (const words of commands) {
  const here = run(words, desktop), there = run(words, web);
  if (here.status === there.status && here.output.equals(there.output)) continue;
  ++differences;
  console.error(`differs: lockstep ${words.join(' ')} (status ${here.status} and ${there.status}, ` +
    `${here.output.length} and ${there.output.length} bytes)`);
}
console.log(`${commands.length} commands, ${differences} differ`);
process.exit(differences === 0 ? 0 : 1);
