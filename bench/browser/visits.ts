/** Pages of a service's desk that note how long people wait. */
import type { Browser, CDPSession, Page } from 'playwright-core'
import { desktop } from '../../test/browser/browser.ts'
import { become, settled } from '../../test/browser/desk-visit.ts'
import type { RunningServer } from '../../test/running-server.ts'
import { note } from './noted.ts'

type Opened = { readonly page: Page; readonly devtools: CDPSession }

export type Visits = {
  readonly server: RunningServer
  /** The address of a screen. */
  readonly at: (path: string) => string
  /** The same in the sandbox. */
  readonly sandbox: (path: string, query?: string) => string
  /** A page in a separate context, on a processor so many times as slow. */
  readonly opened: (slowdown: number) => Promise<Opened>
  /** The same for somebody with the role, who is signed in. */
  readonly signedIn: (role: string, slowdown?: number) => Promise<Opened>
}

export function visitsOf(browser: Browser, server: RunningServer): Visits {
  const at = (path: string) => `${server.demo.base_url}/desk${path}`
  const opened = async (slowdown: number): Promise<Opened> => {
    const context = await browser.newContext({ viewport: desktop, locale: 'en-GB' })
    const page = await context.newPage()
    await page.addInitScript(note)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    return { page, devtools }
  }
  return {
    ...{ server, at, opened },
    sandbox: (path, query = '') => at(`${path}?${query}mode=sandbox`),
    async signedIn(role, slowdown = 1) {
      const visit = await opened(slowdown)
      await visit.page.goto(server.demo.backoffice_url)
      await visit.page.waitForURL(/\/desk\?mode=sandbox$/)
      await become(visit.page, role)
      await visit.page.reload()
      await settled(visit.page)
      return visit
    },
  }
}

export const close = ({ page }: Opened): Promise<void> => page.context().close()
