// The page as its readers use it. Files: build/web/page and build/web/lockstep.html, made by ./run web.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {isReady, openPage, serve, sleep, startBrowser} from './browser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const desktop = join(root, 'build/release/lockstep');
let server, browser;

before(async () => {
  server = await serve(join(root, 'build/web/page'), {withTypes: false});
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  server?.close();
});

const report = (page) => page.evaluate(() => lockstepPage.report());
async function until(page, holds, what) {
  for (let i = 0; i < 100; ++i) {
    const now = await report(page);
    if (now && holds(now)) return now;
    await sleep(100);
  }
  assert.fail(what);
}

// The middle of an item, which the report gives in pixels of the window.
async function clickOn(page, now, id) {
  const place = now.places.find((item) => item.id === id);
  assert.ok(place, `${id} is there: ${now.places.map((item) => item.id).join(', ')}`);
  await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
}

// A profile of its own: no storage of another test.
async function fresh(url, options) {
  const context = await browser.createBrowserContext();
  return openPage(context, url, options);
}

async function toWindow(page) {
  await until(page, (now) => now.overlay !== '', 'the start page opens');
  await page.keyboard.press('Escape');
  return until(page, (now) => now.overlay === '', 'Esc closes the start page');
}

async function countTurns(page, milliseconds) {
  await page.evaluate(() => {
    globalThis.turns = 0;
    globalThis.counted ??= (() => {
      const usual = requestAnimationFrame;
      globalThis.requestAnimationFrame = (call) => usual((time) => { ++globalThis.turns; call(time); });
      return true;
    })();
  });
  await sleep(milliseconds);
  return page.evaluate(() => globalThis.turns);
}

const linkOf = (...words) => {
  const made = spawnSync(desktop, ['link', ...words], {encoding: 'utf8', env: {...process.env, LOCKSTEP_PAGE: ''}});
  assert.equal(made.status, 0, made.stderr);
  return made.stdout.trim();
};
const fragmentOf = (link) => link.slice(link.indexOf('#'));

test('steps by keys and is at rest without turns', async () => {
  const page = await fresh(server.url + '?report=1');
  const first = await toWindow(page);
  await page.keyboard.press('ArrowRight');
  const second = await until(page, (now) => now.scene.position !== first.scene.position, '→ steps');
  await page.keyboard.press('ArrowLeft');
  await until(page, (now) => now.scene.position !== second.scene.position, '← steps back');
  await sleep(6000);  // the notice of the beginning goes
  assert.equal(await countTurns(page, 10000), 0);
  await page.close();
});

test('keys of the browser stay its own', async () => {
  const page = await fresh(server.url + '?report=1');
  await toWindow(page);
  const prevented = await page.evaluate(() => {
    const press = (key, code, more = {}) => {
      const event = new KeyboardEvent('keydown', {key, code, bubbles: true, cancelable: true, ...more});
      document.getElementById('canvas').dispatchEvent(event);
      return event.defaultPrevented;
    };
    return {f5: press('F5', 'F5'), f11: press('F11', 'F11'), f12: press('F12', 'F12'),
      reload: press('r', 'KeyR', {ctrlKey: true}), address: press('l', 'KeyL', {ctrlKey: true}),
      next: press('Tab', 'Tab', {ctrlKey: true}), save: press('s', 'KeyS', {ctrlKey: true})};
  });
  assert.deepEqual(prevented, {f5: false, f11: false, f12: false, reload: false, address: false, next: false, save: true});
  await page.close();
});

test('letters arrive as they are written', async () => {
  const page = await fresh(server.url + '?report=1');
  await toWindow(page);
  await page.keyboard.press('F2');
  await until(page, (now) => now.typing, 'F2 edits');
  await page.evaluate(() => {
    for (const [key, code, more] of [['ä', 'Quote'], ['ß', 'Minus'], ['ř', 'Digit5'], ['€', 'KeyE', {ctrlKey: true, altKey: true}],
      ['@', 'KeyQ', {ctrlKey: true, altKey: true}], ['{', 'Digit7', {ctrlKey: true, altKey: true}], ['z', 'KeyY']])
      for (const type of ['keydown', 'keyup'])
        document.getElementById('canvas').dispatchEvent(new KeyboardEvent(type, {key, code, bubbles: true, cancelable: true, ...more}));
  });
  await until(page, (now) => Object.values(now.scene.edited_texts ?? {}).some((text) => text.includes('äßř€@{z')), 'the text has the letters');
  await page.close();
});

test('a link of the desktop opens in a fresh profile, and back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-link-'));
  writeFileSync(join(folder, 'mine.cl'), '__kernel void mine(__global int *a) {\n  int i = get_global_id(0);\n  a[i] = i + 41;\n}\n');
  const page = await fresh(server.url + '?report=1' + fragmentOf(linkOf(join(folder, 'mine.cl'))));
  const opened = await until(page, (now) => now.scene.kernel_file?.endsWith('/mine.cl'), 'the kernel is shown');
  assert.equal(opened.overlay, '');
  await page.evaluate(() => {
    globalThis.copied = '';
    Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { globalThis.copied = text; }}});
  });
  await page.keyboard.press('y');
  await page.waitForFunction(() => globalThis.copied !== '');
  const link = await page.evaluate(() => globalThis.copied);
  assert.ok(link.startsWith(server.url), link);
  const back = spawnSync(desktop, ['link', link], {encoding: 'utf8', env: {...process.env, XDG_STATE_HOME: folder}});
  assert.equal(back.status, 0, back.stderr);
  assert.match(back.stdout, /"kernel_file": ".*mine\.cl"/);
  await page.close();
});

test('a damaged link is a sentence and a usable window', async () => {
  const page = await fresh(server.url + '?report=1#AVzzzzzzzzzzzzzz');
  const shown = await until(page, (now) => /link/.test(now.notice), 'a sentence about the link');
  assert.match(shown.notice, /damaged|cut off/);
  await page.close();
});

test('dropped files open, saved files are downloaded', async () => {
  const page = await fresh(server.url + '?report=1');
  await toWindow(page);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['__kernel void dropped(__global int *a) { a[get_global_id(0)] = 1; }\n'], 'dropped.cl'));
    document.getElementById('canvas').dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
  });
  await until(page, (now) => now.scene.kernel_file?.endsWith('/dropped.cl'), 'the dropped kernel is shown');
  await page.evaluate(() => {
    globalThis.downloads = [];
    HTMLAnchorElement.prototype.click = function () { globalThis.downloads.push(this.download); };
  });
  await page.keyboard.press('Escape');
  await page.keyboard.down('Control');
  await page.keyboard.press('s');
  await page.keyboard.up('Control');
  await page.waitForFunction(() => globalThis.downloads.length === 1, {timeout: 10000});
  assert.match((await page.evaluate(() => globalThis.downloads))[0], /\.json$/);
  await page.close();
});

test('edits are there after a reload, and without a network', async () => {
  const typed = await serve(join(root, 'build/web/page'));  // a worker needs its type
  const page = await fresh(typed.url + '?report=1');
  await toWindow(page);
  await page.keyboard.press('F2');
  await until(page, (now) => now.typing, 'F2 edits');
  await page.keyboard.type('// kept');
  await sleep(2500);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await sleep(1500);
  typed.close();
  await page.setOfflineMode(true);
  await page.reload();
  await isReady(page);
  await until(page, (now) => Object.values(now.scene.edited_texts ?? {}).some((text) => text.includes('// kept')), 'the edit is kept');
  await page.close();
});

test('no request leaves the folder', async () => {
  const page = await browser.newPage();
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(server.url);
  await isReady(page);
  assert.deepEqual(asked.filter((url) => !url.startsWith(server.url) && !url.startsWith('data:')), []);
  assert.deepEqual(await page.cookies(), []);
  await page.close();
});

// In a page of another origin, 640 × 480. The wheel scrolls the page around it until a click.
async function embed(address, {sandbox = '', block} = {}) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  if (block) await page.evaluateOnNewDocument(block);
  const scene = address + '?embed=1&report=1' + fragmentOf(linkOf('scan/blelloch'));
  const around = mkdtempSync(join(tmpdir(), 'lockstep-around-'));
  writeFileSync(join(around, 'index.html'),
    `<body style="margin:0;height:3000px"><iframe id="scene" ${sandbox} width="640" height="480" src="${scene}"></iframe></body>`);
  const other = await serve(around);  // of another port, and so of another origin
  await page.goto(other.url);
  const frame = await (await page.waitForSelector('#scene')).contentFrame();
  await frame.waitForFunction(() => document.documentElement.dataset.ready === 'yes', {timeout: 60000});
  const shown = await until(frame, (now) => now.scene.algorithm === 'scan/blelloch', 'the scene is shown');
  await page.mouse.move(320, 240);
  await page.mouse.wheel({deltaY: 400});
  await page.waitForFunction(() => scrollY > 0, {timeout: 5000});
  await page.evaluate(() => {
    scrollTo(0, 0);
    globalThis.keys = [];
    addEventListener('keydown', (event) => globalThis.keys.push(event.key));
  });
  await page.keyboard.press('ArrowRight');
  await sleep(500);
  assert.equal((await report(frame)).scene.position, shown.scene.position);
  assert.deepEqual(await page.evaluate(() => globalThis.keys), ['ArrowRight'], 'keys are those of the page around the frame');
  await page.mouse.click(320, 8);
  await page.keyboard.press('ArrowRight');
  await until(frame, (now) => now.scene.position !== shown.scene.position, '→ steps after a click');
  await context.close();
  other.close();
}

test('another origin embeds a scene with storage blocked', () => embed(server.url, {block: () => {
  const refused = {get() { throw new DOMException('blocked', 'SecurityError'); }};
  for (const name of ['indexedDB', 'localStorage', 'caches']) Object.defineProperty(globalThis, name, refused);
}}));

test('the one file works in a sandbox', async () => {
  const files = await serve(join(root, 'build/web'));
  await embed(files.url + 'lockstep.html', {sandbox: 'sandbox="allow-scripts"'});
  files.close();
});

test('the one file opens from the disk', async () => {
  const page = await fresh('file://' + join(root, 'build/web/lockstep.html') + '?report=1');
  await toWindow(page);
  await page.close();
});

// What a reader copies from docs/embedding.md works with the addresses of this server.
test('snippets of the manual show their scene', async () => {
  const files = await serve(join(root, 'build/web'));
  const snippets = [...readFileSync(join(root, 'docs/embedding.md'), 'utf8').matchAll(/```html\n([^]*?)```/g)].map((match) => match[1]);
  assert.ok(snippets.length >= 2);
  for (const snippet of snippets) {
    const page = await browser.newPage();
    await page.setContent(snippet.replace('https://lectures.example/lockstep/', files.url + 'page/')
      .replace('https://lectures.example/', files.url).replace('?embed=1', '?embed=1&report=1'));
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await frame.waitForFunction(() => document.documentElement.dataset.ready === 'yes', {timeout: 60000});
    await until(frame, (now) => now.scene.algorithm === 'scan/blelloch', 'the scene is shown');
    await page.close();
  }
  files.close();
});

test('the view is there as text, and Tab leads to it', async () => {
  const page = await fresh(server.url + '?report=1' + fragmentOf(linkOf('scan/blelloch')));
  const shown = await until(page, (now) => now.scene.algorithm === 'scan/blelloch', 'the scene is shown');
  await page.focus('#canvas');
  for (let i = 0; i < 200 && (await page.evaluate(() => document.activeElement.id)) !== 'show-text'; ++i) await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'show-text', 'Tab leaves the canvas after its last item');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#view-text table').length > 2);
  const before = await page.evaluate(() => document.querySelector('#view-text').innerText);
  await page.click('#on');
  await page.waitForFunction((old) => document.querySelector('#view-text').innerText !== old, {}, before);
  await page.waitForFunction(() => document.querySelector('#view-text').innerText.includes(document.getElementById('text').textContent));
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'canvas');
  await until(page, (now) => now.scene.position !== shown.scene.position, 'the step stays');
  await page.close();
});

test('chosen files open', async () => {
  const page = await fresh(server.url + '?report=1');
  await toWindow(page);
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-chosen-'));
  writeFileSync(join(folder, 'chosen.cl'), '__kernel void chosen(__global int *a) { a[get_global_id(0)] = 2; }\n');
  await page.keyboard.down('Control');
  await page.keyboard.press('o');
  await page.keyboard.up('Control');
  await until(page, (now) => now.places.some((place) => place.id === 'choose-file'), 'Ctrl+O offers files of the computer');
  await sleep(500);  // until the sheet is where it stays
  const [chooser] = await Promise.all([page.waitForFileChooser(), clickOn(page, await report(page), 'choose-file')]);
  await chooser.accept([join(folder, 'chosen.cl')]);
  await until(page, (now) => now.scene.kernel_file?.endsWith('/chosen.cl'), 'the chosen kernel is shown');
  await page.close();
});

test('all that is kept can be deleted', async () => {
  const page = await fresh(server.url + '?report=1');
  await toWindow(page);
  await page.keyboard.press('F2');
  await until(page, (now) => now.typing, 'F2 edits');
  await page.keyboard.type('// kept');
  await sleep(2500);
  page.on('dialog', (dialog) => dialog.accept());
  await Promise.all([page.waitForNavigation(), page.evaluate(() => { document.getElementById('delete').click(); })]);
  await isReady(page);
  const after = await until(page, (now) => now.overlay !== '', 'the start page opens, as at the first visit');
  assert.deepEqual(after.scene.edited_texts ?? {}, {});
  await page.close();
});

test('storage that is full is said once', async () => {
  const page = await fresh(server.url + '?report=1');
  await toWindow(page);
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };
  });
  await page.keyboard.press('F2');
  await page.keyboard.type('// lost');
  await until(page, (now) => /keeps nothing/.test(now.notice), 'a sentence says that nothing is kept');
  await page.close();
});

test('graphics that are lost come back', async () => {
  const page = await fresh(server.url + '?report=1');
  const first = await toWindow(page);
  await page.evaluate(async () => {
    const lose = document.getElementById('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
    lose.loseContext();
    await new Promise((done) => setTimeout(done, 500));
    lose.restoreContext();
  });
  await sleep(500);
  await page.keyboard.press('ArrowRight');
  await until(page, (now) => now.scene.position !== first.scene.position, '→ steps');
  const picture = await page.screenshot();
  assert.ok(picture.length > 50000, `the window is drawn again: a picture of ${picture.length} bytes`);
  await page.close();
});

test('another density of pixels is followed, and clicks stay exact', async () => {
  const page = await fresh(server.url + '?report=1');
  await toWindow(page);
  for (const scale of [2, 3, 1.5]) {
    await page.setViewport({width: 1000, height: 640, deviceScaleFactor: scale});
    await page.screenshot();  // a headless browser tells the page of the change with the next picture
    await page.waitForFunction((width) => document.getElementById('canvas').width === width, {timeout: 5000}, 1000 * scale);
    const before = await report(page);
    await clickOn(page, before, 'Next step (→)');
    await until(page, (now) => now.scene.position !== before.scene.position, `a click at scale ${scale} steps`);
  }
  await page.close();
});

test('a long press of a finger is the right button', async () => {
  const page = await fresh(server.url + '?report=1');
  await toWindow(page);
  await page.evaluate(() => {
    globalThis.pressed = [];
    document.getElementById('canvas').addEventListener('mousedown', (event) => globalThis.pressed.push(event.button));
  });
  await page.touchscreen.touchStart(400, 300);
  await sleep(900);
  await page.touchscreen.touchEnd();
  assert.ok((await page.evaluate(() => globalThis.pressed)).includes(2), 'the right button');
  await page.close();
});

test('a browser without WebGL 2 gets a sentence and a picture', async () => {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.evaluateOnNewDocument(() => { HTMLCanvasElement.prototype.getContext = () => null; });
  await page.goto(server.url);
  assert.match(await page.$eval('#what', (element) => element.textContent), /WebGL 2/);
  assert.ok(await page.$eval('#message img', (image) => image.complete && image.naturalWidth > 0), 'the picture');
  await context.close();
});

// A character replaced, left out, doubled or added, or the end cut off.
function mutated(link, random) {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  let text = link;
  for (let i = 0; i <= random(3); ++i) {
    const at = 1 + random(text.length - 1), letter = letters[random(letters.length)];
    const forms = [text.slice(0, at) + letter + text.slice(at + 1), text.slice(0, at) + text.slice(at + 1),
      text.slice(0, at) + letter + text.slice(at), text.slice(0, at + 1)];
    text = forms[random(forms.length)];
  }
  return text;
}

function randomNumbers(seed) {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * most);
  };
}

// How long each turn of a page takes from now on.
async function watchTurns(page) {
  await page.evaluate(() => {
    globalThis.turnTimes = [];
    const usual = requestAnimationFrame;
    globalThis.requestAnimationFrame = (call) => usual((time) => {
      const begin = performance.now();
      call(time);
      globalThis.turnTimes.push(performance.now() - begin);
    });
  });
}

async function turnWords(page) {
  const times = (await page.evaluate(() => globalThis.turnTimes)).sort((a, b) => a - b);
  return `${times.length} turns: median ${times[times.length >> 1].toFixed(1)} ms, longest ${times.at(-1).toFixed(1)} ms`;
}

// LOCKSTEP_LINKS: how many; a fuzz run has 10,000.
test('mutated links are sentences or views', async () => {
  const random = randomNumbers(33);
  const links = [['scan/blelloch'], ['document:001/figure-6'], ['lesson:first-steps']].map((words) => fragmentOf(linkOf(...words)));
  const page = await fresh(server.url + '?report=1');
  await toWindow(page);
  await watchTurns(page);
  const count = Number(process.env.LOCKSTEP_LINKS ?? 150);
  for (let i = 0; i < count; ++i)
    await page.evaluate((link) => new Promise((done) => {
      lockstepPage.open(location.href.replace(/#.*/, '') + link);
      requestAnimationFrame(done);  // after the turn that opens it
    }), mutated(links[i % links.length], random));
  console.log(`${count} mutated links, ${await turnWords(page)}`);
  await page.evaluate((link) => lockstepPage.open(location.href.replace(/#.*/, '') + link), links[0]);
  await until(page, (now) => now.scene.algorithm === 'scan/blelloch', 'a good link opens after them');
  await page.close();
});

test('a kernel that never ends is told, and the page stays usable', async () => {
  const page = await fresh(server.url + '?report=1');
  await toWindow(page);
  await watchTurns(page);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['__kernel void endless(__global int *a) {\n  int i = get_global_id(0);\n  while (a[i] >= 0)\n    a[i] = (a[i] + 1) & 1023;\n}\n'], 'endless.cl'));
    document.getElementById('canvas').dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
  });
  await until(page, (now) => now.scene.kernel_file?.endsWith('/endless.cl'), 'the kernel is shown');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => /may never end/.test(document.getElementById('text').textContent) ||
    lockstepPage.report().places.some((place) => place.id === 'finding-0'), {timeout: 20000});
  console.log(`an endless kernel, ${await turnWords(page)}`);
  await page.close();
});

test('an assignment is tested at each edit, between the frames', async () => {
  const page = await fresh(server.url + '?report=1' + fragmentOf(linkOf('assignment:puzzles')));
  const listed = await until(page, (now) => now.places.some((place) => place.id.startsWith('task ')), 'the tasks are listed');
  await watchTurns(page);
  await sleep(2000);  // until the list is where it stays
  await clickOn(page, await report(page), listed.places.find((place) => place.id.startsWith('task ')).id);
  await until(page, (now) => now.places.some((place) => place.id === 'why goal'), 'the skeleton does not reach its goal');
  await page.keyboard.press('F2');
  await until(page, (now) => now.typing, 'F2 edits');
  await page.keyboard.down('Control');
  await page.keyboard.press('Home');
  await page.keyboard.up('Control');
  // A row of 33 elements in place of 32, in the second line and in the third.
  for (const column of [26, 19]) {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    for (let i = 0; i < column; ++i) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Delete');
    await page.keyboard.type('3');
  }
  await until(page, (now) => !now.places.some((place) => place.id === 'why goal'), 'the goal is reached');
  console.log(`an assignment, ${await turnWords(page)}`);
  await page.close();
});

test('counts of a large n leave the page usable', async () => {
  const page = await fresh(server.url + '?report=1' + fragmentOf(linkOf('scan/blelloch', '--n', '65536', '--group', '256')));
  await until(page, (now) => now.scene.algorithm === 'scan/blelloch', 'the scan is shown');
  await page.keyboard.press('Escape');
  await sleep(3000);
  await watchTurns(page);
  await clickOn(page, await report(page), 'Compare');
  await until(page, (now) => now.scene.tab === 'compare', 'Compare is shown');
  await sleep(8000);
  console.log(`counting in Compare, ${await turnWords(page)}`);
  await page.close();
});

test('a number is answered without keys', async () => {
  const page = await fresh(server.url + '?report=1' + fragmentOf(linkOf('lesson:first-steps')));
  const shown = await until(page, (now) => now.places.some((place) => /^question-\d+-key-9$/.test(place.id)), 'digits can be clicked');
  const question = shown.places.find((place) => /^question-\d+-key-9$/.test(place.id)).id.replace('-key-9', '');
  for (const key of ['9', '9', '9', 'back', '9']) await clickOn(page, await report(page), `${question}-key-${key}`);
  await clickOn(page, await report(page), `${question}-check`);
  await until(page, (now) => now.places.some((place) => place.id === `${question}-solution`), '999 is not right');
  await page.close();
});

// Ten clicks and Check within one turn: Dear ImGui takes one press or release for each frame, and a page that would be at
// rest meanwhile would keep the rest until the next event.
test('clicks that come at once are all taken', async () => {
  const page = await fresh(server.url + '?report=1' + fragmentOf(linkOf('lesson:first-steps')));
  await until(page, (now) => now.places.some((place) => /^question-\d+-key-9$/.test(place.id)), 'digits can be clicked');
  await sleep(2000);  // until the page has its values, and its buttons are where they stay
  const shown = await report(page);
  const key = shown.places.find((place) => /^question-\d+-key-9$/.test(place.id)), question = key.id.replace('-key-9', '');
  const check = shown.places.find((place) => place.id === `${question}-check`);
  await page.evaluate((places) => {
    for (const place of places) {
      const at = {clientX: place.x + place.width / 2, clientY: place.y + place.height / 2, button: 0, bubbles: true, cancelable: true};
      for (const type of ['mousemove', 'mousedown', 'mouseup']) document.getElementById('canvas').dispatchEvent(new MouseEvent(type, at));
    }
  }, [...Array(10).fill(key), check]);
  await until(page, (now) => now.places.some((place) => place.id === `${question}-solution`), 'a wrong number is checked');
  await page.close();
});

test('an animation is downloaded once it is whole', async () => {
  const page = await fresh(server.url + '?report=1');
  await toWindow(page);
  await page.evaluate(() => {
    globalThis.downloads = [];
    HTMLAnchorElement.prototype.click = function () { globalThis.downloads.push(this.download); };
  });
  await page.keyboard.down('Control');
  await page.keyboard.down('Shift');
  await page.keyboard.press('E');
  await page.keyboard.up('Shift');
  await page.keyboard.up('Control');
  await until(page, (now) => now.overlay === 'export', 'the sheet opens, with GIF chosen');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => globalThis.downloads.length > 0, {timeout: 180000});
  assert.deepEqual(await page.evaluate(() => globalThis.downloads.map((name) => name.replace(/.*\./, ''))), ['gif']);
  await page.close();
});

test('a long run that ends is not called endless', async () => {
  const page = await fresh(server.url + '?report=1' + fragmentOf(linkOf('scan/one-item-per-output', '--n', '4096', '--group', '1024')));
  const result = /^(right|wrong)-result$|^finding/;
  for (let i = 0; i < 600 && !(await report(page))?.places.some((place) => result.test(place.id)); ++i) await sleep(100);
  const said = (await report(page)).places.map((place) => place.id).filter((id) => result.test(id));
  assert.deepEqual(said, ['right-result']);
  await page.close();
});
