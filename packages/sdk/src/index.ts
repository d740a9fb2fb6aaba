/** The public interface of the browser SDK: importing it does nothing, also on a server. */
import { createCheckout } from './checkout.ts'
import type * as Public from './public.d.ts'
import { startSdk } from './sdk.ts'

export type * from './public.d.ts'

const silent: Public.Sdk = { button() {}, checkout() {}, widget() {} }

export const createSdk: typeof Public.createSdk = ({ sandbox = false, apiUrl, ...given }) =>
  typeof document === 'undefined'
    ? silent
    : startSdk({ ...given, sandbox, apiUrl: apiUrl.replace(/\/+$/, '') }, createCheckout)
