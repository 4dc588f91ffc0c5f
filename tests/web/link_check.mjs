// Links of the desktop: their form, and, where the command line was built for the web, that both read and write the same.
// A part of the ordinary tests; the page itself is driven by .ci/web.
//
//   node tests/web/link_check.mjs DESKTOP [WEB]
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';

const [desktop, web] = process.argv.slice(2);
const views = ['scan/blelloch', 'document:001/figure-6', 'lesson:first-steps', 'hazards/missing-barrier'];

function run(program, ...words) {
  const isModule = program.endsWith('.js');
  const done = spawnSync(isModule ? process.execPath : program, [...(isModule ? [program] : []), ...words],
    {encoding: 'utf8', env: {...process.env, LOCKSTEP_PAGE: ''}});
  assert.equal(done.status, 0, done.stderr);
  return done.stdout;
}

// One that was built before says nothing about this one.
const release = (program) => run(program, '--version').split('\n')[0];
const hasWeb = web && existsSync(web) && release(web) === release(desktop);

for (const view of views) {
  const link = run(desktop, 'link', view).trim();
  const [page, letters] = link.split('#');
  assert.equal(page, 'lockstep.html');
  assert.match(letters, /^[A-Za-z0-9_-]+$/);
  assert.equal(Buffer.from(letters, 'base64url')[0], 1, 'the first byte is the version');
  assert.ok(link.length <= 400, `${view} has ${link.length} characters`);
  if (!hasWeb) continue;
  assert.equal(run(web, 'link', view).trim(), link);
  assert.equal(run(web, 'link', link), run(desktop, 'link', link));
}
