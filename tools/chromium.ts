/** The browser of the tests: the system's Chromium, installed if permitted. */
import { existsSync } from 'node:fs'
import { installPackage } from './system-package.ts'

/** The same engine without the window around it: half the processor time (decision 0091). */
const SHELL = 'chromium-headless-shell'
const WHOLE = 'chromium'
const PLACES_OF_WHOLE = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Path of the program, or undefined if there is none; `CHROMIUM` names another one. `whole` is the
 * regular browser, with its windows.
 */
export function findChromium({ whole = false } = {}): string | undefined {
  const places = [...(whole ? [] : [`/usr/bin/${SHELL}`]), ...PLACES_OF_WHOLE]
  const find = () => [process.env.CHROMIUM ?? '', ...places].find((path) => existsSync(path))
  const packages = whole ? [WHOLE] : [SHELL, WHOLE]
  return find() ?? (packages.some((name) => installPackage(name)) ? find() : undefined)
}
