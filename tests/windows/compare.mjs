// The command line in Wine gives the same bytes as the desktop's: output and exit status of all ids of the catalogue, of
// the assignments' solutions, of files that are written, behind the > and | of Windows, and of files on a server's share and
// under long paths.
//
//   node tests/windows/compare.mjs DESKTOP WINDOWS [every]     every: the share of the ids, 1 is all of them
import {spawn, spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {availableParallelism, homedir, tmpdir} from 'node:os';
import {join} from 'node:path';

const [desktop, windows, every = '1'] = process.argv.slice(2);
const stride = Number(every);
const folder = mkdtempSync(join(tmpdir(), 'lockstep-wine-'));
const environment = {...process.env, OMP_NUM_THREADS: '1', LOCKSTEP_PAGE: '', WINEDEBUG: '-all', XDG_STATE_HOME: folder,
  XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, LOCKSTEP_RESULTS: ''};

function run(words, program) {
  const command = program.endsWith('.exe') ? ['wine', program] : [program];
  return new Promise((resolve) => {
    const child = spawn(command[0], [...command.slice(1), ...words], {env: environment, stdio: ['ignore', 'pipe', 'pipe']});
    const output = [], errors = [];
    child.stdout.on('data', (bytes) => output.push(bytes));
    child.stderr.on('data', (bytes) => errors.push(bytes));
    child.on('close', (status) => resolve({status, output: Buffer.concat(output), errors: Buffer.concat(errors)}));
  });
}

const list = JSON.parse((await run(['list', '--json'], desktop)).output);
const ids = Object.values(list).flat().map((entry) => entry.id).filter((id) => typeof id === 'string' && id.includes('/'));
const chosen = [...new Set(ids)].filter((id, index) => index % stride === 0);
const forms = [
  (id) => ['counters', id, '--n', '1000', '--json'],
  (id) => ['counters', id],
  (id) => ['trace', id, '--n', '64', '--group', '32', '--json'],
  (id) => ['trace', id, '--n', '16', '--group', '8'],
  (id) => ['quiz', id, '--count', '5', '--answers'],
  (id) => ['explain', id],
  (id) => ['link', id],
];
// The reference and the wrong solutions of each assignment. What confines the worker is another thing on each system,
// and a path has its drive.
const assignments = ['gpu-computing-001', 'gpu-computing-003', 'puzzles'];
const grades = assignments.flatMap((name) => ['reference', 'right', 'wrong'].flatMap((solution) =>
  ['text', 'json', 'csv'].map((format) => ['grade', name, `assets/assignments/${name}/${solution}`, '--one', '--unconfined',
    '--format', format])));
const ofBoth = (bytes) => Buffer.from(bytes.toString('latin1').replace(/"confinement": "[^"]*"|confined by [a-z, ]*/g, '')
  .replaceAll(`Z:${process.cwd()}`, process.cwd()), 'latin1');
const commands = [...chosen.flatMap((id) => forms.map((form) => form(id))), ...grades,
  ['--help'], ['documents'], ['lab', 'coalescing'], ['plan', 'scan/block', '--json'], ['disassemble', 'reduce/divergent'],
  ['form', 'scan/blelloch', '--to', 'cuda'], ['counters', 'no/such'], ['trace', 'Übung ß.cl'], ['nonsense'],
  ['trace', 'tests/data/recordings/version-1.lockstep'], ['simulate', 'tests/data/files_of_0.2/scale.sim', '--json'],
  ['lesson', 'list'], ['lesson', 'check', 'first-steps'], ['assignment', 'list'], ['documents', '002', '--json'],
  ['form', 'scan/blelloch', '--to', 'mpi'], ['trace', 'document:002/kernel-3.cu'],
  ['simulate', 'kernels/reduce/sequential-local.cl', '--global', '1024', '--local', '256', 'buffer:int:4=0:dump',
    'buffer:int:1024=iota', 'local:1024', 'scalar:uint=1024']];

let differences = 0;
function compare(name, here, there) {
  if (here.status === there.status && ofBoth(here.output).equals(ofBoth(there.output)) && here.errors.equals(there.errors)) return;
  ++differences;
  console.error(`differs: lockstep ${name} (status ${here.status} and ${there.status}, ` +
    `${here.output.length} and ${there.output.length} bytes; errors ${here.errors.length} and ${there.errors.length})`);
}

let next = 0;
async function work() {
  while (next < commands.length) {
    const words = commands[next++];
    const [here, there] = await Promise.all([run(words, desktop), run(words, windows)]);
    compare(words.join(' '), here, there);
  }
}
await Promise.all(Array.from({length: availableParallelism()}, work));

const z = (path) => 'Z:' + path.replaceAll('/', '\\');
// Files that are written, where their bytes do not depend on how Dear ImGui draws a font.
const written = [['shot', 'reduce/first-add', 'shot.svg'], ['shot', '', 'shot.html'], ['trace', 'scan/blelloch', '--figure', 'trace.svg'],
  ['lab', 'banks', '--preset', 'figure-2b', '--figure', 'lab.svg'], ['lesson', 'export', 'first-steps', 'lesson.html'],
  ['grade', 'puzzles', 'assets/assignments/puzzles/wrong', '--one', '--unconfined', '--out', 'reports']];
const [hereFolder, thereFolder] = ['here', 'there'].map((name) => join(folder, name));
[hereFolder, thereFolder].forEach((path) => mkdirSync(path));
const nothing = Buffer.alloc(0);
for (const words of written) {
  const into = (place) => [...words.slice(0, -1), `${place}${words.at(-1)}`];
  const [here, there] = await Promise.all([run(into(`${hereFolder}/`), desktop), run(into(z(`${thereFolder}/`)), windows)]);
  compare(words.join(' '), {...here, output: nothing, errors: nothing}, {...there, output: nothing, errors: nothing});
}
const filesOf = (path) => statSync(path).isDirectory() ? readdirSync(path).sort().flatMap((name) => filesOf(join(path, name))) : [path];
const files = filesOf(hereFolder).map((path) => path.slice(hereFolder.length));
for (const name of files) {
  const [output, other] = [hereFolder, thereFolder].map((path) => existsSync(path + name) ? readFileSync(path + name) : nothing);
  compare(`file ${name}`, {status: 0, output, errors: nothing}, {status: 0, output: other, errors: nothing});
}

// > and | of cmd.exe.
const target = join(folder, 'written.txt');
const expected = await run(['counters', 'reduce/first-add', '--json'], desktop);
const inCommandShell = (line) => spawnSync('wine', ['cmd', '/d', '/s', '/c', line], {env: environment});
inCommandShell(`${z(windows)} counters reduce/first-add --json > ${z(target)}`);
compare('counters > FILE', expected, {...expected, output: readFileSync(target)});
const piped = inCommandShell(`${z(windows)} counters reduce/first-add --json | find "id"`);
if (!piped.stdout.includes('"id": "reduce/first-add"')) ++differences, console.error('differs: counters | find');

// Read and written: a path that is longer than the old limit of 260 characters, and the same on a share of a server.
const deep = ['Übung 1', ...Array.from({length: 8}, (_, i) => `Verzeichnis mit langem Namen, Nummer ${i}, und ß`)];
const inDeep = (name) => join(folder, ...deep, name);
mkdirSync(inDeep(''), {recursive: true});
writeFileSync(inDeep('Kern ß.cl'), 'kernel void twice(global int* out) {\n  out[get_global_id(0)] *= 2;\n}\n');
const servers = join(process.env.WINEPREFIX ?? join(homedir(), '.wine'), 'dosdevices', 'unc');
mkdirSync(join(servers, 'lockstep'), {recursive: true});
symlinkSync(folder, join(servers, 'lockstep', 'share'));
const simulate = (kernel) => ['simulate', kernel, '--global', '8', '--local', '4', 'buffer:int:8=iota:dump'];
const simulated = await run(simulate(inDeep('Kern ß.cl')), desktop);
const roots = ['\\\\lockstep\\share', z(folder)];
for (const root of roots) {
  const path = (name) => [root, ...deep, name].join('\\');
  compare(`simulate ${root}…`, simulated, await run(simulate(path('Kern ß.cl')), windows));
  const drawn = await run(['shot', '', path('Bild ß.png')], windows);
  if (drawn.status !== 0 || !existsSync(inDeep('Bild ß.png'))) ++differences, console.error(`differs: shot ${root}…`);
  rmSync(inDeep('Bild ß.png'), {force: true});
}
rmSync(servers, {recursive: true});

console.log(`${commands.length + written.length + 2 + 2 * roots.length} commands and ${files.length} files of ${chosen.length} ids, ${differences} differ`);
rmSync(folder, {recursive: true, force: true});
process.exit(differences === 0 ? 0 : 1);
