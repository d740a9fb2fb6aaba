/** The keyboard and the palette. */
import type { esKeys } from './es-keys.ts'

export const enKeys: typeof esKeys = {
  keys: {
    title: 'Keyboard',
    help: 'This help',
    search: 'Search',
    next: 'Next row',
    previous: 'Previous row',
    open: 'Open the row',
    choose: 'Choose the row',
    nextCase: 'Next case',
    previousCase: 'Previous case',
    reload: 'Reload',
    to: (screen: string) => `Go to ${screen}`,
    off: 'Single-key shortcuts are disabled in “My account”.',
  },
  palette: {
    title: 'Go to',
    label: 'Screen, action or search term',
    screen: 'screen',
    act: 'on this page',
    saved: 'saved filter',
    lookFor: (text) => `Search for “${text}”`,
  },
}
