// Packs the compiled files into the folder for a server, build/web/page, with .br and .gz beside each file, and into
// the single file build/web/lockstep.html, which opens without a server. Prints all sizes, and fails if a size is more
// than 5 % above its value in web/sizes.json or above its limit.
//
//   node web/pack.mjs BUILD [--accept]     --accept stores the sizes as the new table
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {brotliCompressSync, constants, gzipSync} from 'node:zlib';

const source = dirname(fileURLToPath(import.meta.url));
const build = process.argv[2], accepts = process.argv.includes('--accept');
const megabyte = 1e6;
const limits = {'folder, plain': 16 * megabyte, 'folder, brotli': 3 * megabyte, 'lockstep.html': 20 * megabyte};
const grown = 1.05;

const read = (path) => readFileSync(path);
const text = (path) => readFileSync(path, 'utf8');
const marker = '<!-- scripts -->', pictureMarker = '<!-- picture -->';

// A picture of the window for browsers that cannot draw it.
function picture() {
  const path = join(build, 'picture.svg');
  execFileSync(process.execPath, [join(build, 'lockstep.js'), 'shot', 'scan/blelloch', path, '--width', '900']);
  return `<img alt="A scan, step by step" src="data:image/svg+xml;base64,${read(path).toString('base64')}">`;
}

const pageText = (image) => text(join(source, 'page/index.html')).replace(pictureMarker, () => image);

function folderFiles(image) {
  const files = {
    'index.html': pageText(image).replace(marker,
      '<script src="lockstep.js"></script>\n<script src="page.js"></script>'),
    'page.js': text(join(source, 'page/page.js')),
    'lockstep.js': text(join(build, 'lockstep-page.js')).replaceAll('lockstep-page.wasm', 'lockstep.wasm'),
    'lockstep.wasm': read(join(build, 'lockstep-page.wasm')),
  };
  const hash = createHash('sha256');
  for (const content of Object.values(files)) hash.update(content);
  files['worker.js'] = text(join(source, 'page/worker.js'))
    .replace('VERSION', 'lockstep-' + hash.digest('hex').slice(0, 16))
    .replace('FILES', JSON.stringify(['./', ...Object.keys(files)]));
  return files;
}

// A script inside a page ends at the first end tag in its text.
const inline = (script) => '<script>\n' + script.replaceAll('</script', '<\\/script') + '\n</script>';

function oneFile(files, image) {
  const packed = gzipSync(files['lockstep.wasm'], {level: 9}).toString('base64');
  const unpack = `globalThis.lockstepParts = (async () => {
    const packed = Uint8Array.from(atob(document.getElementById('wasm').textContent), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return {wasmBinary: new Uint8Array(await new Response(stream).arrayBuffer())};
  })();`;
  return pageText(image).replace(marker, () =>
    `<script type="text/plain" id="wasm">${packed}</script>\n${inline(unpack)}\n${inline(files['lockstep.js'])}\n` +
    inline(files['page.js']));
}

function main() {
  const page = join(build, 'page'), image = picture(), files = folderFiles(image), sizes = {};
  rmSync(page, {recursive: true, force: true});
  mkdirSync(page, {recursive: true});
  const sum = {plain: 0, gzip: 0, brotli: 0};
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const brotli = brotliCompressSync(bytes, {params: {[constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24}});
    const gzip = gzipSync(bytes, {level: 9});
    writeFileSync(join(page, name), bytes);
    writeFileSync(join(page, name + '.br'), brotli);
    writeFileSync(join(page, name + '.gz'), gzip);
    sum.plain += bytes.length;
    sum.gzip += gzip.length;
    sum.brotli += brotli.length;
    sizes[name + ', brotli'] = brotli.length;
  }
  const whole = oneFile(files, image);
  writeFileSync(join(build, 'lockstep.html'), whole);
  for (const [form, bytes] of Object.entries(sum)) sizes['folder, ' + form] = bytes;
  sizes['lockstep.html'] = Buffer.byteLength(whole);

  const table = join(source, 'sizes.json'), before = JSON.parse(text(table));
  let isTooLarge = false;
  for (const [name, bytes] of Object.entries(sizes)) {
    const was = before[name] ?? bytes, isFault = bytes > grown * was || bytes > (limits[name] ?? Infinity);
    isTooLarge ||= isFault;
    console.log(`${name.padEnd(24)} ${bytes.toLocaleString('en').padStart(12)}  ${(100 * (bytes / was - 1)).toFixed(1).padStart(6)} %` +
      (isFault ? '  too large' : ''));
  }
  if (accepts) writeFileSync(table, JSON.stringify(sizes, null, 2) + '\n');
  if (isTooLarge && !accepts) {
    console.error('web/sizes.json contains the previous sizes. If the growth is justified, run: node web/pack.mjs BUILD --accept');
    process.exit(1);
  }
}

main();
