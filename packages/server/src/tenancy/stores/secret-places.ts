import { placeOf, type SealedPlace } from '../../platform/secrets/sealed-columns.ts'

export function secretPlace(storeId: string): SealedPlace {
  return placeOf('stores.notification_secret', storeId)
}

export function previousSecretPlace(storeId: string): SealedPlace {
  return placeOf('stores.notification_secret_previous', storeId)
}

export function tokenPlace(storeId: string): SealedPlace {
  return placeOf('stores.notification_token', storeId)
}
