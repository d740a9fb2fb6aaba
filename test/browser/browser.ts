/**
 * A real Chromium for the tests of pages. Names under `.test` lead to this machine, so that a shop,
 * a CDN and the service can have three origins that are three sites.
 */
import { mkdirSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach } from 'node:test'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { findChromium } from '../../tools/chromium.ts'

export const phone = { width: 390, height: 844 }
export const tablet = { width: 768, height: 1024 }
export const laptop = { width: 1024, height: 768 }
export const desktop = { width: 1280, height: 800 }
/** Where the least wide page of WCAG 1.4.10 has to fit. */
export const narrow = { width: 320, height: 640 }

/** Long enough for two busy cores; what takes longer is broken. */
const WAIT_MS_MAX = 20_000

export type Visit = {
  readonly page: Page
  /** Exceptions that nobody caught, and what a security policy has stopped. */
  readonly faults: readonly string[]
}

export type Visitors = {
  /** A page in a context of its own: no cookies, no storage; closed after the test, or the file. */
  visit(options?: BrowserContextOptions): Promise<Visit>
}

let isShared = false
const browsers = new Map<boolean, Promise<Browser>>()

/** From now on all files of this process have one browser; answers what closes it. */
export function shareBrowsers(): () => Promise<void> {
  isShared = true
  return closeBrowsers
}

async function closeBrowsers(): Promise<void> {
  const started = await Promise.allSettled(browsers.values())
  browsers.clear()
  await Promise.all(
    started.map((browser) => (browser.status === 'fulfilled' ? browser.value.close() : undefined)),
  )
}

async function launch(scrollBars: boolean): Promise<Browser> {
  const executablePath = process.env.TEST_CHROMIUM ?? findChromium()
  if (executablePath === undefined) throw new Error('there is no Chromium')
  const args = ['--no-sandbox', '--host-resolver-rules=MAP *.test 127.0.0.1']
  const ignoreDefaultArgs = scrollBars ? ['--hide-scrollbars'] : []
  return chromium.launch({ executablePath, args, ignoreDefaultArgs })
}

/** A browser's scroll bars take no place unless that is what is tried. */
export function visitors({ scrollBars = false } = {}): Visitors {
  let browser: Browser
  const contexts = new Set<BrowserContext>()
  before(async () => {
    const started = browsers.get(scrollBars) ?? launch(scrollBars)
    browsers.set(scrollBars, started)
    browser = await started
  })
  after(async () => {
    if (!isShared) return closeBrowsers()
    await Promise.all([...contexts].map((context) => context.close()))
  })
  /** In the test that runs; what stands before it stays for all. */
  const visited = new Set<Page>()
  beforeEach(() => visited.clear())
  afterEach(async (context) => {
    // The types do not know it yet.
    if (Reflect.get(context, 'passed') === false) await keepPictures(context.name, visited)
    // A page that nobody looks at any more goes on drawing and asking.
    await Promise.all([...visited].map((page) => page.context().close()))
  })
  return {
    async visit(options = {}) {
      const context = await browser.newContext({ viewport: desktop, locale: 'es-ES', ...options })
      contexts.add(context)
      context.setDefaultTimeout(WAIT_MS_MAX)
      const page = await context.newPage()
      visited.add(page)
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.stack ?? error.message))
      page.on('console', (message) => {
        const text = message.text()
        if (/content security policy/i.test(text)) faults.push(text)
      })
      return { page, faults }
    },
  }
}

export type Site = {
  /** Such as `http://shop.test:41234`. */
  readonly origin: string
  close(): void
}

/** A web server of the test's own, under any name. */
export async function site(host: string, listener: RequestListener): Promise<Site> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://${host}:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A site of one page. */
export function pageSite(host: string, html: () => string): Promise<Site> {
  return site(host, (request, response) => {
    const actual = request.url === '/' || request.url?.startsWith('/?')
    response.writeHead(actual ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    response.end(actual ? html() : '<!doctype html><title>404</title>')
  })
}

/** Where people look at the pages; without it pictures are taken of what failed alone. */
const { SCREENSHOTS } = process.env
const ofFailures = SCREENSHOTS ?? process.env.TEST_FAILURES ?? join(tmpdir(), 'svc-screenshots')

/** What the page looks like now, for people. */
export async function picture(page: Page, name: string, fullPage = true): Promise<void> {
  if (SCREENSHOTS !== undefined) await take(page, { folder: SCREENSHOTS, name, fullPage })
}

type Picture = { readonly folder: string; readonly name: string; readonly fullPage: boolean }

async function take(page: Page, { folder, name, fullPage }: Picture): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const { width = 0 } = page.viewportSize() ?? {}
  await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage })
}

/** What the pages of a failed test looked like, and where that can be seen. */
async function keepPictures(test: string, pages: ReadonlySet<Page>): Promise<void> {
  const name = `failed-${test.replace(/[^a-z0-9]+/gi, '-').slice(0, 80)}`
  for (const [index, page] of [...pages].entries()) {
    if (page.isClosed()) continue
    await take(page, { folder: ofFailures, name: `${name}-${index + 1}`, fullPage: true }).then(
      () => process.stderr.write(`${test}: ${page.url()} in ${ofFailures}: ${name}\n`),
      () => undefined,
    )
  }
}
