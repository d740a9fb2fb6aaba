/** Passkeys, with the browser's API. */
import { ask } from './api.ts'

/** Browsers offer none for an IP address, nor over an insecure connection. */
export const hasPasskeys = (): boolean =>
  isSecureContext &&
  'PublicKeyCredential' in globalThis &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|^\[/.test(location.hostname)

/** Undefined: the user closed the browser's dialog. */
async function orCancelled<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}

/** The signature of a passkey for the options of a path; undefined: cancelled. */
export async function showPasskey(path: string): Promise<unknown> {
  const options = await ask<PublicKeyCredentialRequestOptionsJSON>({ method: 'POST', path })
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await orCancelled(navigator.credentials.get({ publicKey }))
  return credential instanceof PublicKeyCredential ? credential.toJSON() : undefined
}

/** A new passkey; undefined: cancelled. */
export async function makePasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await orCancelled(navigator.credentials.create({ publicKey }))
  return credential instanceof PublicKeyCredential ? credential.toJSON() : undefined
}
