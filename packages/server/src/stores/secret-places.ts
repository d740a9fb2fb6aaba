import { placeOf, type SealedPlace } from '../secrets/sealed-columns.ts'

export function secretPlace(storeId: string): SealedPlace {
  return placeOf('stores.notification_secret', storeId)
}

export function previousSecretPlace(storeId: string): SealedPlace {
  return placeOf('stores.notification_secret_previous', storeId)
}

export function tokenPlace(storeId: string): SealedPlace {
  return placeOf('stores.notification_token', storeId)
}
