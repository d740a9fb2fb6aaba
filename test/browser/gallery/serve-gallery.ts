/** Builds the views with the states of the gallery, served as the service serves its page. */
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { STYLE_TARGET } from '../../../tools/build-web.ts'
import { type Site, site } from '../browser.ts'

/** As strict as the page's own: what it stops is a fault of the views. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const page = `<!doctype html>
<html lang="es" data-brand="svc" data-root=""><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Gallery</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/gallery.css">
<script type="module" src="/gallery.js"></script></head><body><div id="app"></div></body></html>`

/** Says what a provider's frame says, and holds one button; nothing is ever typed into it. */
const cardFrame = `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><title>Tarjeta</title><link rel="icon" href="data:,">
<script type="module" src="/card-frame.js"></script></head>
<body><main><h1>Tarjeta</h1><button>Usar esta tarjeta</button></main></body></html>`
const cardFrameScript = `const source = 'svc-payments'
const say = (more) => parent.postMessage({ source, ...more }, origin)
document.querySelector('button').addEventListener('click', () =>
  say({ event: 'card', token: 'card_2', brand: 'visa', last4: '1111' }))
addEventListener('message', ({ data }) =>
  data.event === 'submit' && say({ event: 'error', code: 'incomplete' }))
say({ event: 'ready' })`

export async function serveGallery(): Promise<Site> {
  const done = await build({
    root: join(import.meta.dirname, '../../../packages/checkout'),
    configFile: false,
    logLevel: 'warn',
    build: {
      target: 'es2020',
      cssTarget: STYLE_TARGET,
      write: false,
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: { gallery: join(import.meta.dirname, 'gallery.tsx') },
        output: { entryFileNames: 'gallery.js', assetFileNames: 'gallery[extname]' },
      },
    },
  })
  const files = new Map<string, { type: string; content: string | Uint8Array }>([
    ['/', { type: 'text/html', content: page }],
    ['/card-frame', { type: 'text/html', content: cardFrame }],
    ['/card-frame.js', { type: 'text/javascript', content: cardFrameScript }],
  ])
  for (const { output } of [done].flat() as Rolldown.RolldownOutput[]) {
    for (const file of output) {
      const content = file.type === 'chunk' ? file.code : file.source
      const type = file.type === 'chunk' ? 'text/javascript' : 'text/css'
      files.set(`/${file.fileName}`, { type, content })
    }
  }
  return site('pay.test', (request, response) => {
    const file = files.get((request.url ?? '').replace(/\?.*$/, ''))
    const type = `${file?.type ?? 'text/plain'}; charset=utf-8`
    const headers = { 'content-type': type, 'content-security-policy': POLICY }
    response.writeHead(file === undefined ? 404 : 200, headers)
    response.end(file?.content ?? '')
  })
}
