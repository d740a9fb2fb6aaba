/** A page of the same size that only reports when its script has run. */
import { type Site, site } from '../../test/browser/browser.ts'

/** The size of the headers of two answers. */
const HEADERS = 600

export function fillerPage(bytes: number): Promise<Site> {
  const html = '<!doctype html><title>Filler</title><script src="/filler.js"></script>'
  const rest = Math.max(0, bytes - HEADERS - html.length)
  const script = `/*${'x'.repeat(rest)}*/globalThis.filled = true`
  return site('filler.test', (request, response) => {
    const isScript = request.url === '/filler.js'
    const type = isScript ? 'text/javascript' : 'text/html'
    response.writeHead(200, { 'content-type': type })
    response.end(isScript ? script : html)
  })
}
