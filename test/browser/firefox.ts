/**
 * A real Firefox, as Debian has it, driven by WebDriver BiDi. Its pages are led by the same steps
 * as in Chromium (`buyer.ts`), whose locators are played here as far as those steps need them.
 */
import { after, before } from 'node:test'
import type { FrameLocator } from 'playwright-core'
import puppeteer, { type Browser, type ElementHandle, type Frame, type Page } from 'puppeteer-core'
import { findFirefox } from '../../tools/firefox.ts'
import { desktop } from './browser.ts'

/** Long enough for two busy cores; what takes longer is broken. */
const WAIT_MS_MAX = 30_000
const START_MS_MAX = 120_000
/** Names that lead to this machine; Firefox knows no wildcards here. */
const HOSTS = ['shop', 'other', 'stranger', 'service'].map((name) => `${name}.test`)

type FirefoxVisit = {
  readonly page: Page
  /** Exceptions that nobody caught. */
  readonly faults: readonly string[]
}

/** Starts the browser for the file; answers how to open a page without cookies and storage. */
export function firefoxVisitors(): (url?: string) => Promise<FirefoxVisit> {
  let browser: Browser
  before(async () => {
    const executablePath = process.env.TEST_FIREFOX ?? findFirefox()
    if (executablePath === undefined) throw new Error('there is no Firefox')
    browser = await puppeteer.launch({
      ...{ browser: 'firefox', executablePath, timeout: START_MS_MAX },
      extraPrefsFirefox: {
        'network.dns.localDomains': HOSTS.join(),
        'intl.accept_languages': 'es-ES, es',
      },
    })
  })
  after(() => browser?.close())
  return async (url) => {
    const page = await (await browser.createBrowserContext()).newPage()
    await page.setViewport(desktop)
    page.setDefaultTimeout(WAIT_MS_MAX)
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    if (url !== undefined) await page.goto(url)
    return { page, faults }
  }
}

/** The frame with such an address, wherever it is in the page. */
export function frameAt(page: Page, start: string): Promise<Frame> {
  return page.waitForFrame((frame) => frame !== page.mainFrame() && frame.url().startsWith(start))
}

type State = 'attached' | 'visible' | 'detached' | 'hidden'
const waits = {
  attached: {},
  visible: { visible: true },
  detached: { hidden: true },
  hidden: { hidden: true },
} as const satisfies Record<State, object>

/** A frame as `buyer.ts` sees it. */
export function placeIn(frameOf: () => Promise<Frame>): FrameLocator {
  const place = { locator: (selector: string) => locatorIn(frameOf, selector) }
  return place as unknown as FrameLocator
}

function locatorIn(frameOf: () => Promise<Frame>, selector: string) {
  const waitFor = async (state: State) =>
    (await frameOf()).waitForSelector(selector, { ...waits[state], timeout: WAIT_MS_MAX })
  const shown = async () => (await waitFor('visible')) as ElementHandle<Element>
  const usable = async () => (await frameOf()).locator(selector).setTimeout(WAIT_MS_MAX)
  const locator = {
    first: () => locator,
    waitFor: ({ state = 'visible' }: { state?: State } = {}) => waitFor(state),
    click: async () => (await usable()).click(),
    fill: async (text: string) => (await usable()).fill(text),
    // A key of one sign goes by that sign.
    press: async (key: 'Space' | 'Escape') => (await shown()).press(key === 'Space' ? ' ' : key),
    contentFrame: () =>
      placeIn(async () => {
        const frame = await (await shown()).contentFrame()
        if (frame === null) throw new Error(`${selector} is no frame`)
        return frame
      }),
  }
  return locator
}
