/** The user's preferences: stored in this browser, and without personal data. */
import { signal } from '@preact/signals'

type Theme = 'system' | 'light' | 'dark'
type Density = 'normal' | 'compact'

function read(name: string): string | null {
  try {
    return localStorage.getItem(`desk.${name}`)
  } catch {
    // A browser without storage uses the defaults each time.
    return null
  }
}

export function keep(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`desk.${name}`)
    else localStorage.setItem(`desk.${name}`, value)
  } catch {
    // As above.
  }
}

const asTheme = (text: string | null): Theme =>
  text === 'light' || text === 'dark' ? text : 'system'

export const theme = signal<Theme>(asTheme(read('theme')))
export const density = signal<Density>(read('density') === 'compact' ? 'compact' : 'normal')
/** Single keys may be switched off (WCAG 2.1.4). */
export const singleKeys = signal(read('keys') !== 'off')

const prefersDark = matchMedia('(prefers-color-scheme: dark)')

/** Applies the preferences; the page itself has done so before its first paint. */
export function showTheme(): void {
  const system = prefersDark.matches ? 'dark' : 'light'
  const { dataset } = document.documentElement
  dataset.theme = theme.value === 'system' ? system : theme.value
  dataset.density = density.value
}

prefersDark.addEventListener('change', showTheme)

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen
  keep('theme', chosen === 'system' ? null : chosen)
  showTheme()
}

export function chooseDensity(chosen: Density): void {
  density.value = chosen
  keep('density', chosen === 'compact' ? chosen : null)
  showTheme()
}

export function allowSingleKeys(allowed: boolean): void {
  singleKeys.value = allowed
  keep('keys', allowed ? null : 'off')
}

/** The hidden columns of a list. */
export function hiddenColumns(list: string): ReadonlySet<string> {
  return new Set((read(`columns.${list}`) ?? '').split(',').filter((name) => name !== ''))
}

export function hideColumns(list: string, names: ReadonlySet<string>): void {
  keep(`columns.${list}`, names.size === 0 ? null : [...names].join(','))
}

export const storedLanguage = (): string | null => read('language')
