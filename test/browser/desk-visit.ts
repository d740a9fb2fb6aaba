/** A person of the demo at the desk, for tests of its screens. */
import assert from 'node:assert/strict'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Demo } from '../ready-demo.ts'
import type { Json } from '../running-server.ts'
import { accessibilityFaults } from './accessibility.ts'
import {
  desktop,
  laptop,
  narrow,
  phone,
  picture,
  tablet,
  type Visit,
  type Visitors,
} from './browser.ts'

type Running = { readonly demo: Demo }

const headers = { 'x-desk': '1', 'content-type': 'application/json' }

/** Another person of the demo, on the page that is open. */
export async function become(page: Page, role: string): Promise<void> {
  const status = await page.evaluate(
    async ([wanted, sent]) => {
      const body = JSON.stringify({ role: wanted })
      return (await fetch('/demo/desk/people', { method: 'POST', headers: sent, body })).status
    },
    [role, headers] as const,
  )
  assert.equal(status, 200, role)
}

/** Signed in by the demo's link, as the person with the role. */
export async function openedAs(
  { demo }: Running,
  visit: Visitors['visit'],
  role: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const visited = await visit({ locale: 'en-GB', ...options })
  await visited.page.goto(demo.backoffice_url)
  await visited.page.waitForURL(`${demo.base_url}/desk`)
  await become(visited.page, role)
  // The page was that of the one before.
  await visited.page.reload()
  await settled(visited.page)
  return visited
}

/** All that is requested has been answered and drawn: the page says so itself. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').waitFor()
  await page.waitForFunction(() => document.querySelector('.skeleton, [aria-busy=true]') === null)
}

/** Accessible without sight, and nothing sideways at any width. */
export async function sound(page: Page, name: string, isWhole = true): Promise<void> {
  assert.deepEqual(await accessibilityFaults(page), [], name)
  for (const size of [narrow, phone, tablet, laptop, desktop]) {
    await page.setViewportSize(size)
    assert.deepEqual(await tooWide(page), [], `${name} at ${size.width}`)
    await picture(page, name, isWhole)
  }
}

/** By how much the page is wider than the window, and tables than their places. */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const places = [document.documentElement, ...document.querySelectorAll('.sheet')]
    return places
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((place) => `${place.tagName}: ${place.scrollWidth - place.clientWidth} px`)
  })
}

/** What the service answers to a person of a store who is signed in on the page. */
export async function askStore(
  page: Page,
  { demo, sandbox = false }: Running & { readonly sandbox?: boolean },
  path: string,
): Promise<Json> {
  const accept = `application/vnd.svc${sandbox ? '.sandbox' : ''}.v1+json`
  const wanted = { path, sent: { ...headers, accept, 'store-id': demo.store_id } }
  const text = await page.evaluate(
    async (question) => (await fetch(question.path, { headers: question.sent })).text(),
    wanted,
  )
  return JSON.parse(text)
}

/** Texts that stand in a box that hides a part of them. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isOwn = (element: Element) =>
      [...element.childNodes].some(({ nodeType, data = '' }: ChildNode & { data?: string }) => {
        return nodeType === Node.TEXT_NODE && data.trim() !== ''
      })
    return [...document.querySelectorAll('body *')]
      .filter((element) => isOwn(element) && element.checkVisibility())
      .filter((element) => {
        const { overflowX, overflowY, clipPath, position } = getComputedStyle(element)
        // For the ears alone.
        if (position === 'absolute' && clipPath !== 'none') return false
        const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
        return (
          (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
          (hides(overflowY) && element.scrollHeight > element.clientHeight + 1)
        )
      })
      .map((element) => element.outerHTML.slice(0, 200))
  })
