/** Passkeys, as the browser makes and shows them. */
import { ask } from './api.ts'

/** Browsers offer none at an address without a name, nor where the connection is open to others. */
export const hasPasskeys = (): boolean =>
  isSecureContext &&
  'PublicKeyCredential' in globalThis &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|^\[/.test(location.hostname)

/** A person who closes the browser's dialog has shown nothing: undefined. */
async function orCancelled<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}

/** What a passkey signs of the options that a path answers; undefined: none was shown. */
export async function showPasskey(path: string): Promise<unknown> {
  const options = await ask<PublicKeyCredentialRequestOptionsJSON>({ method: 'POST', path })
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await orCancelled(navigator.credentials.get({ publicKey }))
  return credential instanceof PublicKeyCredential ? credential.toJSON() : undefined
}

/** A new one; undefined: none was made. */
export async function makePasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await orCancelled(navigator.credentials.create({ publicKey }))
  return credential instanceof PublicKeyCredential ? credential.toJSON() : undefined
}
