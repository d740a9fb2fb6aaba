/** The browser of the tests: the system's Chromium, installed where that is allowed. */
import { existsSync } from 'node:fs'
import { installPackage } from './system-package.ts'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Path of the program, or undefined where there is none; `CHROMIUM` names another one. */
export function findChromium(): string | undefined {
  const find = () => [process.env.CHROMIUM ?? '', ...PLACES].find((path) => existsSync(path))
  return find() ?? (installPackage('chromium') ? find() : undefined)
}
