// The screens of the lender's people while they load, fail, are empty, forbidden, and so on.
import { tryStates } from './desk-states.ts'

tryStates('lender')
