// Pictures of every page of the program as a browser shows it, to be looked at.
//
//   node tests/web/pages.mjs FOLDER [scale] [dark]     scale: pixels for each of the layout's; 1
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {isReady, serve, sleep, startBrowser} from './browser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [folder, scale = '1', theme = 'light'] = process.argv.slice(2);
mkdirSync(folder, {recursive: true});
const server = await serve(join(root, 'build/web/page'));
const browser = await startBrowser({scale: Number(scale)});
const page = await browser.newPage();
await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: theme}]);
await page.goto(server.url + '?report=1', {waitUntil: 'load'});
await isReady(page);
const report = () => page.evaluate(() => lockstepPage.report());
const shoot = async (name) => {
  await sleep(2500);
  await page.screenshot({path: join(folder, name + '.png')});
};
const click = async (begin) => {
  const place = (await report()).places.find((it) => it.id.startsWith(begin));
  if (!place) return console.log(`${begin} is not there`);
  await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
};

await shoot('0-start');
await page.keyboard.press('Escape');
await shoot('1-step');
for (const [i, tab] of ['Compare', 'Run on GPU', 'Theory', 'Lab', 'Lessons', 'Assignment'].entries()) {
  await click(tab);
  await shoot(`${i + 2}-${tab.toLowerCase().replaceAll(' ', '-')}`);
}
await click('assignment ');
await shoot('7-assignment-tasks');
await click('task ');
await shoot('7-assignment-task');
await click('Lessons');
await sleep(500);
await click('lesson first');
await shoot('6-lesson');
await page.keyboard.press('F1');
await shoot('keys');
await page.keyboard.press('Escape');
await click('Step');
await sleep(500);
for (const [name, ...keys] of [['open', 'Control', 'o'], ['export', 'Control', 'Shift', 'E'], ['talk', 'Control', 'Shift', 'L']]) {
  for (const key of keys.slice(0, -1)) await page.keyboard.down(key);
  await page.keyboard.press(keys.at(-1));
  for (const key of keys.slice(0, -1)) await page.keyboard.up(key);
  await shoot('sheet-' + name);
  await page.keyboard.press('Escape');
  await sleep(300);
}
await browser.close();
server.close();
