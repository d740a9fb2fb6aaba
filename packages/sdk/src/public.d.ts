/** The public types of the package. */

export type Settings = {
  /** The service's name: in attributes, media types and messages. */
  readonly brand: string
  /** The URL of the service, such as `https://pay.example`. */
  readonly apiUrl: string
  /** `pk_…`; never use the private key in a page. */
  readonly publicKey: string
  /** Default: live mode. */
  readonly sandbox?: boolean
}

export type ProductType = 'instalments' | 'pay_later' | 'pay_in_4'

export type ButtonOptions = {
  /** Any selector: the button, or an element around it. Default: elements with the attribute. */
  readonly selector?: string
  /** In minor units: 120.50 is 12050. Default: `data-amount` of the element. */
  readonly amount?: number | string
  /** ISO 4217. Default: `data-currency` of the element. */
  readonly currency?: string
  /** Default: `data-product-type` of the element, otherwise any product of the store. */
  readonly product?: { readonly type?: ProductType }
}

/** All are optional. With a callback, the page is not redirected. */
export type Callbacks = {
  /** The buyer sees the checkout and can use it. */
  readonly onReady?: () => void
  /** It has a result, and stays open. */
  readonly onStatusChange?: (status: 'success' | 'pending' | 'ko') => void
  /** It is closed; one of the following is called next. */
  readonly onClose?: (status: 'success' | 'pending' | 'ko' | 'dismiss' | 'error') => void
  readonly onSuccess?: () => void
  readonly onPending?: () => void
  readonly onKO?: () => void
  readonly onError?: () => void
  readonly onDismiss?: () => void
}

export type Sdk = {
  /** Shows and enables elements while their amount can be financed. */
  readonly button: (options?: ButtonOptions) => void
  /** Opens a checkout that the store's server has created. */
  readonly checkout: (id: string, callbacks?: Callbacks | null) => void
  /** Shows the cost of an amount in the elements that match the selector. */
  readonly widget: (selector: string) => void
}

/**
 * Starts the SDK on this page: buttons and widgets marked by attributes become active. A page has
 * one instance; starting it again returns that. On a server it does nothing.
 */
export declare function createSdk(settings: Settings): Sdk
