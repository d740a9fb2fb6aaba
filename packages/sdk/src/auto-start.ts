/** The script's own start: the only file with side effects. */
import { lateCheckout } from './late-checkout.ts'
import type { Sdk } from './public.d.ts'
import { createQueue, type Push } from './queue.ts'
import { createSay } from './say.ts'
import { startSdk } from './sdk.ts'
import { findTag, readSandbox } from './settings.ts'

type Init = {
  readonly public_key?: string
  readonly publicKey?: string
  readonly sandbox?: unknown
}
type Script = Sdk & { readonly push: Push; init(given?: Init): void }

declare global {
  interface Window {
    /** Of an AMD loader. */
    readonly define?: { (...module: unknown[]): void; readonly amd?: unknown }
  }
}

const own = document.currentScript
start('__BRAND__', '__API__', own instanceof HTMLScriptElement ? own : undefined)

function start(brand: string, apiUrl: string, from: HTMLScriptElement | undefined): void {
  const given = findTag(brand)
  // An element with this id is found as well, but is not a property of the page's own.
  const there: Partial<Script> | undefined = Object.getOwnPropertyDescriptor(window, brand)?.value
  if (there?.init && there.push) {
    if (given) there.init(given)
    return
  }
  // A module does not know its tag.
  const script = createScript(brand, apiUrl, from ?? given?.tag)
  const waiting = Array.isArray(there) ? there : []
  if (!there || Array.isArray(there)) Reflect.set(window, brand, script)
  else createSay(brand).warn(`window.${brand} is something else`)
  if (given) script.init(given)
  const awaited = defineModule(brand, script)
  const left = [...waiting]
  // A page may still push to its own array. A frozen one is left unchanged.
  Reflect.set(waiting, 'length', 0)
  Reflect.set(waiting, 'push', script.push)
  script.push(...left)
  // A module passes the key later.
  script.init(awaited ? undefined : {})
}

/**
 * For AMD loaders. An anonymous module is accepted only from a script that the loader itself has
 * requested; from any other script tag it is an error of the page.
 */
function defineModule(brand: string, script: Script): boolean {
  const { define } = window
  if (!define?.amd) return false
  const make = () => script
  if (document.currentScript?.hasAttribute('data-requiremodule')) define([], make)
  else define(brand, [], make)
  return true
}

function createScript(brand: string, apiUrl: string, from: HTMLScriptElement | undefined): Script {
  const say = createSay(brand)
  let key = ''
  let started: Sdk | undefined
  const begin = (publicKey: string, sandbox: boolean): Sdk => {
    key = publicKey
    started = startSdk({ brand, apiUrl, publicKey, sandbox }, lateCheckout(from))
    return started
  }
  // Also without a key: then the marked elements are hidden, with the state `failed`.
  const sdk = (): Sdk => started ?? begin('', false)
  const script: Script = {
    init(given) {
      const publicKey = (given?.publicKey ?? given?.public_key)?.trim()
      if (publicKey) return void begin(publicKey, readSandbox(given?.sandbox, say.warn))
      if (given && !key) say.fault(`no public key: load ${brand}.js?public-key=pk_`)
      sdk()
    },
    button: (options) => sdk().button(options),
    checkout: (id, callbacks) => sdk().checkout(id, callbacks),
    widget: (selector) => sdk().widget(selector),
    push: (...functions) => push(...functions),
  }
  const push = createQueue(script, say.warn)
  return script
}
