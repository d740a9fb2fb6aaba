/** The browser SDK's public face: importing it does nothing, also on a server. */
import { createCheckout } from './checkout.ts'
import { type Sdk, startSdk } from './sdk.ts'
import type { Settings } from './settings.ts'

export type { ButtonOptions } from './button.ts'
export type { Callbacks } from './checkout.ts'
export type { Sdk } from './sdk.ts'
export type { Settings } from './settings.ts'

/**
 * Starts the SDK on this page: buttons and widgets that are marked by attributes come to life. A
 * page has one; whoever starts it again gets that one. On a server it does nothing.
 */
export function createSdk(settings: Settings): Sdk {
  return startSdk(settings, createCheckout)
}
