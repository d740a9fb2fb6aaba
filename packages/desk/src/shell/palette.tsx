/**
 * Everything by its name (Ctrl or ⌘ and K): screens, what can be done on the page that is open, and
 * who is looked for. A combobox with a list, as the APG describes it.
 */
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { forget } from '../client/answers.ts'
import { placeOfList, type SavedView, savedViews } from '../client/saved.ts'
import { sought } from '../client/sought.ts'
import { isOfStore } from '../client/store.ts'
import { Dialog } from '../parts/dialog.tsx'
import { tk } from '../texts/keys.ts'
import { t } from '../texts/texts.ts'
import { isHelpOpen, isPaletteOpen } from './keys.ts'
import { go, href, isSandbox, place } from './place.ts'
import type { Screen } from './screen.ts'
import { listOf, screens } from './screens.ts'

type Entry = {
  readonly name: string
  /** What it is of, or why it cannot be done. */
  readonly about: string
  /** By which it is found as well. */
  readonly words: string
  /** Undefined: not now. */
  readonly act?: () => void
}

const SHOWN_MAX = 12

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Names of the screens in every language: people who work in one have learnt the other. */
async function namesInAll(): Promise<(screen: Screen) => string> {
  const [{ es }, { en }] = await Promise.all([import('../texts/es.ts'), import('../texts/en.ts')])
  return ({ name }) => `${es.screens[name]} ${en.screens[name]}`
}

/** Likewise those of acts, by either of them. */
async function actsInAll(): Promise<ReadonlyMap<string, string>> {
  const [es, en] = await Promise.all(
    isOfStore.value
      ? [
          import('../texts/own-es.ts').then(({ esOwn }) => esOwn.acts),
          import('../texts/own-en.ts').then(({ enOwn }) => enOwn.acts),
        ]
      : [
          import('../texts/acts-es.ts').then(({ esActs }) => esActs),
          import('../texts/acts-en.ts').then(({ enActs }) => enActs),
        ],
  )
  const both = new Map<string, string>()
  pair(es, en, both)
  return both
}

function pair(one: object, other: object, both: Map<string, string>): void {
  for (const [name, text] of Object.entries<unknown>({ ...one })) {
    const same: unknown = Reflect.get(other, name)
    if (text instanceof Object && same instanceof Object) pair(text, same, both)
    const words = `${text} ${same}`
    both.set(String(text), words).set(String(same), words)
  }
}

async function entriesNow(): Promise<Entry[]> {
  const [namesOf, acts] = await Promise.all([namesInAll(), actsInAll()])
  const { live, sandbox, to } = t.mode
  const other = isSandbox.value ? live : sandbox
  return [
    ...actsOfPage(acts),
    ...screens()
      .filter(({ path }) => !path.includes(':'))
      .map((screen) => ({
        name: t.screens[screen.name],
        about: tk.palette.screen,
        words: namesOf(screen),
        act: () => go(href(screen.path, screen.query)),
      })),
    { name: t.reload, about: '', words: 'reload actualizar', act: () => void forget() },
    {
      ...{ name: tk.keys.title, about: '', words: 'keyboard help teclado ayuda' },
      act: () => {
        isHelpOpen.value = true
      },
    },
    {
      ...{ name: to(other), about: t.modeLabel, words: 'mode modo sandbox live pruebas real' },
      act: () => go(href(listOf(place.value.path), '', { sandbox: !isSandbox.value })),
    },
  ]
}

/** The buttons of the screen, those that are disabled with their reason. */
function actsOfPage(acts: ReadonlyMap<string, string>): Entry[] {
  return [...document.querySelectorAll<HTMLElement>('main [data-act]')].map((button) => {
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    const name = button.textContent?.trim() ?? ''
    const named = { name, words: `${acts.get(name)} ${button.dataset.act}` }
    if (button.ariaDisabled === 'true') return { ...named, about: reason?.textContent ?? '' }
    return { ...named, about: tk.palette.act, act: () => button.click() }
  })
}

/** Each word of what is typed begins a word of the entry. */
function matches({ name, words }: Entry, typed: string): boolean {
  const all = plain(`${name} ${words}`).split(/\s+/)
  const wanted = plain(typed).split(/\s+/).filter(Boolean)
  return wanted.every((each) => all.some((word) => word.startsWith(each)))
}

const savedEntry = ({ name, list, query }: SavedView): Entry => ({
  ...{ name, about: tk.palette.saved, words: '' },
  act: () => go(href(placeOfList(list), query)),
})

export function Palette() {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  useEffect(() => {
    // The dialog is open by then, and has given the focus to its first button.
    box.current?.focus()
    void entriesNow().then(async (known) => {
      setEntries(known)
      // What it finds otherwise is there without them.
      const saved = await savedViews().catch(() => [])
      setEntries((all) => [...all, ...saved.map(savedEntry)])
    })
  }, [])
  const close = () => {
    isPaletteOpen.value = false
  }
  const look: Entry = {
    ...{ name: tk.palette.lookFor(typed.trim()), about: t.screens.search, words: '' },
    act: () => {
      sought.value = typed.trim()
      go(href('/search'))
    },
  }
  const fitting = entries.filter((entry) => matches(entry, typed)).slice(0, SHOWN_MAX)
  const shown = typed.trim() === '' ? fitting : [...fitting, look]
  const active = Math.min(at, shown.length - 1)
  const choose = (entry: Entry | undefined) => {
    if (entry?.act === undefined) return
    close()
    entry.act()
  }
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setAt((active + 1) % shown.length),
    ArrowUp: () => setAt((active + shown.length - 1) % shown.length),
    Enter: () => choose(shown[active]),
  }
  return (
    <Dialog title={tk.palette.title} onClose={close}>
      <input
        ref={box}
        type="text"
        role="combobox"
        aria-label={tk.palette.label}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={`${id}-${active}`}
        autocomplete="off"
        maxLength={200}
        placeholder={tk.palette.label}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          const move = moves[event.key]
          if (move === undefined) return
          event.preventDefault()
          move()
        }}
      />
      <Options id={id} entries={shown} active={active} onChoose={choose} />
    </Dialog>
  )
}

type OptionsProps = {
  readonly id: string
  readonly entries: readonly Entry[]
  readonly active: number
  readonly onChoose: (entry: Entry) => void
}

const Options = ({ id, entries, active, onChoose }: OptionsProps) => (
  <div class="palette" id={id} role="listbox" aria-label={tk.palette.title}>
    {entries.map((entry, index) => (
      <div
        key={`${entry.name} ${entry.about}`}
        id={`${id}-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={index === active}
        aria-disabled={entry.act === undefined}
        onClick={() => onChoose(entry)}
        onKeyDown={() => {}}
      >
        <span>{entry.name}</span> <small>{entry.about}</small>
      </div>
    ))}
  </div>
)
