// The screens of a store's people while they load, fail, are empty, forbidden, and so on.
import { tryStates } from './desk-states.ts'

tryStates('store')
