/** The keyboard: one table binds the keys and is shown by `?`. */
import { signal } from '@preact/signals'
import { forget } from '../client/answers.ts'
import { singleKeys } from '../client/preferences.ts'
import type { KeyTexts } from '../texts/keys.ts'
import { t } from '../texts/texts.ts'
import { go, href } from './place.ts'
import { screens } from './screens.ts'

type Binding = {
  /** As they are pressed, one after the other. */
  readonly keys: string
  readonly what: (texts: KeyTexts) => string
  /** Undefined: the browser handles it. */
  readonly act?: () => void
}

export const isHelpOpen = signal(false)
export const isPaletteOpen = signal(false)

/** The links of a list's rows, in order. */
const rowLinks = () => [...document.querySelectorAll<HTMLElement>('[data-row]')]

function move(step: 1 | -1): void {
  const links = rowLinks()
  const active = links.findIndex((link) => link.matches(':focus'))
  const next = active < 0 ? (step > 0 ? 0 : links.length - 1) : active + step
  links[Math.max(0, Math.min(next, links.length - 1))]?.focus()
}

const choose = () =>
  document.activeElement?.closest('tr')?.querySelector<HTMLInputElement>('[data-pick]')?.click()

const search = () => document.querySelector<HTMLInputElement>('[data-search]')?.focus()

const press = (what: string) => document.querySelector<HTMLButtonElement>(what)?.click()

/** Those of the signed-in user. */
export const bindings = (): readonly Binding[] => [
  { keys: '/', what: (of) => of.keys.search, act: search },
  // Bound below: a key combination is not a single key.
  { keys: 'Ctrl+K', what: (of) => of.palette.title },
  { keys: 'j', what: (of) => of.keys.next, act: () => move(1) },
  { keys: 'k', what: (of) => of.keys.previous, act: () => move(-1) },
  { keys: 'Enter', what: (of) => of.keys.open },
  { keys: 'x', what: (of) => of.keys.choose, act: choose },
  { keys: ']', what: (of) => of.keys.nextCase, act: () => press('[data-next]') },
  { keys: '[', what: (of) => of.keys.previousCase, act: () => press('[data-previous]') },
  { keys: 'r', what: (of) => of.keys.reload, act: () => void forget() },
  {
    keys: '?',
    what: (of) => of.keys.help,
    act: () => {
      isHelpOpen.value = true
    },
  },
  ...screens().flatMap(({ name, path, query, key }): Binding[] =>
    key === undefined
      ? []
      : [
          {
            keys: `g ${key}`,
            what: ({ keys }) => keys.to(t.screens[name]),
            act: () => go(href(path, query)),
          },
        ],
  ),
]

const TYPED = 'input, select, textarea, [contenteditable]'
const TOGETHER_MS = 1_500

export function listenToKeys(): void {
  let first: { readonly key: string; readonly at: number } | undefined
  addEventListener('keydown', (event) => {
    const { key, target } = event
    if (
      key === 'k' &&
      (event.ctrlKey || event.metaKey) &&
      !document.querySelector('dialog[open]')
    ) {
      event.preventDefault()
      isPaletteOpen.value = true
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (!singleKeys.value || key.length > 1) return
    // While typing, keys type; a dialog has the keyboard to itself.
    if (target instanceof Element && target.closest(TYPED)) return
    if (document.querySelector('dialog[open]')) return
    const isSecond = first !== undefined && event.timeStamp - first.at < TOGETHER_MS
    const pressed = isSecond ? `${first?.key} ${key}` : key
    first = key === 'g' && !isSecond ? { key, at: event.timeStamp } : undefined
    const binding = bindings().find(({ keys }) => keys === pressed)
    if (binding?.act === undefined) return
    event.preventDefault()
    binding.act()
  })
}
