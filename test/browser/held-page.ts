/** A checkout page of a store that names one origin, reached under a site of its own. */
import assert from 'node:assert/strict'
import type { Frame, Page } from 'playwright-core'
import {
  checkoutBody,
  clientOf,
  newMid,
  type RunningServer,
  startServer,
} from '../running-server.ts'
import { until } from '../shop.ts'
import { pageSite, type Site } from './browser.ts'

export type HeldPage = {
  readonly server: RunningServer
  /** May hold the page, and no other site may. */
  readonly shop: Site
  readonly other: Site
  /** Origin of the service, as the stores' pages reach it. */
  readonly service: string
  readonly id: string
  readonly token: string
  close(): Promise<void>
}

/** `otherHost` is where the other site is. */
export async function openHeldPage(otherHost: string): Promise<HeldPage> {
  const server = await startServer()
  const title = '<!doctype html><title>A page</title>'
  const shop = await pageSite('shop.test', () => title)
  const other = await pageSite(otherHost, () => title)
  const service = `http://service.test:${new URL(server.demo.base_url).port}`
  const client = clientOf(server)
  await client('PATCH', '/me', { origins: [shop.origin], url: shop.origin })
  const { body } = await client('POST', '/checkout', checkoutBody(newMid(), 40_000))
  const token = new URL(body.checkout_url).hash.slice(1)
  return {
    ...{ server, shop, other, service, id: body.id, token },
    async close() {
      shop.close()
      other.close()
      await server.remove()
    },
  }
}

/** What the page shows in a new frame; undefined where the browser shows nothing. */
export async function heldBy(holder: Page | Frame, address: string): Promise<Frame | undefined> {
  const element = await holder.evaluateHandle((source) => {
    const frame = document.createElement('iframe')
    frame.src = source
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
    document.body.append(frame)
    return loaded.then(() => frame)
  }, address)
  const frame = await element.contentFrame()
  assert.ok(frame !== null, address)
  await until(() => !/^(about:blank)?$/.test(frame.url()), address)
  return frame.url().startsWith('chrome-error:') ? undefined : frame
}
