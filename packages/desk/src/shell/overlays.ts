/** What stands over every screen. */
export { Help } from './help.tsx'
export { Palette } from './palette.tsx'
