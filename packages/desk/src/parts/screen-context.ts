/** The screen that components belong to. */
import { createContext } from 'preact'
import type { Texts } from '../texts/es.ts'

type Shown = {
  readonly name: keyof Texts['screens']
  readonly permission?: string
}

export const ScreenContext = createContext<Shown | undefined>(undefined)
