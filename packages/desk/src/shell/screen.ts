/** What a screen says of itself: where it stands, what it is called, and how it is loaded. */
import type { ComponentType } from 'preact'
import type { Texts } from '../texts/es.ts'
import type { ScreenProps } from './screen-props.ts'

export type Screen = {
  readonly name: keyof Texts['screens']
  /** After `/desk`; `:id` is one part. */
  readonly path: string
  /** What its list is opened with. */
  readonly query?: string
  /** Where the menu has it; undefined: it is reached from another screen. */
  readonly group?: keyof Texts['groups'] | 'first'
  /** The letter that follows `g`. */
  readonly key?: string
  /** What it takes to read it: named where the service has refused it, and nowhere else. */
  readonly permission?: string
  readonly load: () => Promise<ComponentType<ScreenProps>>
}

/** Screens that are loaded together: which of them, says the name. */
export const partOf =
  <Part>(load: () => Promise<Part>) =>
  <Name extends keyof Part>(name: Name) =>
  async () =>
    (await load())[name]

/** The payouts that wait, those that somebody should look at first. */
export const toRelease = 'status-in=proposed%2Cheld&ordering=-differences'

export const account = () => import('../screens/account.ts')

/** One's own account, no matter who one is. */
export const me: Screen = {
  ...{ name: 'me', path: '/me', key: 'm' },
  load: partOf(account)('Me'),
}

/** Where links lead, of people who are not signed in yet. */
export const start: Screen = {
  ...{ name: 'start', path: '/start' },
  load: partOf(account)('Start'),
}
