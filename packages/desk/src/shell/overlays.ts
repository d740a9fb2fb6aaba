/** Dialogs over any screen. */
export { Help } from './help.tsx'
export { Palette } from './palette.tsx'
