/**
 * Loads screens. After an upgrade of the service the files of an open desk are gone: what is typed
 * stays, and where nothing is typed the page loads the new version by itself.
 */
import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { Failure } from '../client/api.ts'
import { now } from '../client/clock.ts'
import { awaited } from '../client/pending.ts'
import { loadWords } from '../texts/texts.ts'
import { href, waitBefore } from './place.ts'
import type { Screen } from './screen.ts'
import type { ScreenProps } from './screen-props.ts'
import { screenAt } from './screens.ts'

const loaded = new Map<Screen, ComponentType<ScreenProps>>()

/** Undefined: not loaded. */
export const contentOf = (screen: Screen): ComponentType<ScreenProps> | undefined =>
  loaded.get(screen)

/** A screen that cannot be loaded, while something is typed in the present one; null: none. */
export const held = signal<{ readonly address: string; readonly isNewer: boolean } | null>(null)

addEventListener('input', ({ target }) => {
  if (target instanceof HTMLElement) target.dataset.typed = ''
})

const hasTyped = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>('form [data-typed]')].some(
    ({ type, value }) => type !== 'search' && value !== '',
  )

const OFFLINE = { status: 0, code: 'offline', message: '', fields: {}, requestId: null } as const

/** Throws a `Failure` without an answer if its file cannot be loaded; 404 if it is gone. */
async function load(screen: Screen): Promise<void> {
  try {
    const words = screen.name === 'home' ? undefined : loadWords()
    const [content] = await Promise.all([screen.load(), words])
    loaded.set(screen, content)
  } catch {
    throw new Failure({ ...OFFLINE, status: (await isNewer()) ? 404 : 0, retryAfterMs: 5_000 })
  }
}

const WAIT_MS = 10_000

/** Whether the page that is served has another script than this one. */
async function isNewer(): Promise<boolean> {
  const own = document.querySelector('script[src]')?.getAttribute('src') ?? ''
  try {
    const signal = AbortSignal.timeout(WAIT_MS)
    const answer = await fetch(href('/'), { cache: 'no-store', signal })
    return answer.ok && !(await answer.text()).includes(own)
  } catch {
    return false
  }
}

/** For a screen that is open already: nothing is typed in it. */
export async function openScreen(screen: Screen): Promise<void> {
  try {
    await load(screen)
  } catch (error) {
    if (error instanceof Failure && error.status === 404 && isFirst()) location.reload()
    throw error
  }
}

const RELOADED = 'desk.reloaded'
const SOON_MS = 60_000

/** While two versions are served in turns, or without storage, people reload by hand. */
function isFirst(): boolean {
  try {
    const at = Number(sessionStorage.getItem(RELOADED))
    sessionStorage.setItem(RELOADED, String(now()))
    return now() - at > SOON_MS
  } catch {
    return false
  }
}

waitBefore((path, address) => {
  const { screen } = screenAt(path) ?? {}
  if (screen === undefined || loaded.has(screen) || !hasTyped()) return undefined
  return awaited(load(screen)).catch((error: unknown) => {
    held.value = { address, isNewer: error instanceof Failure && error.status === 404 }
    throw error
  })
})
