/** The cast of the demo's life: stores, their goods, and people who buy. */
import type { Buyer } from '@svc/api'

type Article = { readonly id: string; readonly name: string; readonly price: number }
type Articles = readonly [Article, ...Article[]]

type LifeStore = {
  /** Its keys and its id follow from it. */
  readonly purpose: string
  readonly name: string
  /** Beginning of its order numbers. */
  readonly prefix: string
  /** Per day, in thousandths. */
  readonly orders: number
  /** Days of life. */
  readonly days: number
  readonly payouts: 'daily' | 'weekly' | 'monthly'
  readonly sells: Articles
}

const article = (id: string, name: string, price: number): Article => ({ id, name, price })

/** The first one is the oldest. */
export const lifeStores: readonly LifeStore[] = [
  {
    ...{ purpose: 'life of bicycles', name: 'Bici Sol', prefix: 'bici', orders: 210, days: 240 },
    payouts: 'weekly',
    sells: [
      article('bici-urbana', 'Bicicleta urbana', 42_900),
      article('bici-electrica', 'Bicicleta eléctrica', 189_900),
      article('casco', 'Casco', 6_490),
      article('alforjas', 'Alforjas', 8_900),
      article('bici-infantil', 'Bicicleta infantil', 21_500),
    ],
  },
  {
    ...{ purpose: 'life of furniture', name: 'Muebles Nogal', prefix: 'nogal' },
    ...{ orders: 170, days: 240, payouts: 'monthly' },
    sells: [
      article('sofa', 'Sofá de tres plazas', 119_900),
      article('mesa', 'Mesa extensible', 64_900),
      article('colchon', 'Colchón', 52_900),
      article('estanteria', 'Estantería', 23_900),
      article('comoda', 'Cómoda', 31_900),
    ],
  },
  {
    ...{ purpose: 'life of cameras', name: 'Foto Luna', prefix: 'luna' },
    ...{ orders: 150, days: 150, payouts: 'daily' },
    sells: [
      article('sin-espejo', 'Cámara sin espejo', 139_900),
      article('objetivo-35', 'Objetivo de 35 mm', 54_900),
      article('tripode', 'Trípode', 11_900),
      article('mochila', 'Mochila', 9_900),
      article('instantanea', 'Cámara instantánea', 12_900),
    ],
  },
  {
    ...{ purpose: 'life of instruments', name: 'Música Arriaga', prefix: 'arriaga' },
    ...{ orders: 110, days: 75, payouts: 'weekly' },
    sells: [
      article('piano', 'Piano digital', 84_900),
      article('guitarra', 'Guitarra española', 38_500),
      article('violin', 'Violín', 45_900),
      article('ukelele', 'Ukelele', 7_900),
      article('saxofon', 'Saxofón', 99_500),
    ],
  },
]

const LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'
/** Numbers that nobody has been given. */
const DOCUMENTS_FROM = 99_990_100

const names = [
  ...['Ana Prado', 'Luis Herrera', 'Marta Soler', 'Iker Etxeberria', 'Lucía Campos'],
  ...['Jorge Molina', 'Elena Vidal', 'Pablo Reyes', 'Nuria Ferrer', 'Diego Santos'],
  ...['Carmen Rubio', 'Hugo Marín', 'Irene Lozano', 'Óscar Peña', 'Sofía Cano'],
  ...['Adrián Gil', 'Laura Nieto', 'Raúl Bravo', 'Clara Mora', 'Víctor Pastor'],
  ...['Alba Crespo', 'Rubén Soto', 'Paula Rivas', 'Mario Cruz', 'Inés Vega'],
  ...['Bruno Lara', 'Noa Serrano', 'Tomás Ibáñez', 'Julia Roca', 'Samuel Duran'],
] as const

type LifePerson = { readonly buyer: Buyer; readonly email: string }

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function personOf(name: string, index: number): LifePerson {
  const [first = '', last = ''] = name.split(' ')
  const number = DOCUMENTS_FROM + index
  const year = 1_960 + ((index * 7) % 42)
  const day = String(1 + (index % 28)).padStart(2, '0')
  return {
    buyer: {
      first_name: first,
      last_name: last,
      phone: `6000002${String(index).padStart(2, '0')}`,
      birthday: `${year}-${String(1 + (index % 12)).padStart(2, '0')}-${day}`,
      document_id: `${number}${LETTERS[number % LETTERS.length]}`,
    },
    email: `${plain(first)}.${plain(last)}@example.com`,
  }
}

export const lifePeople: readonly LifePerson[] = names.map(personOf)

/** The last of them are those who do not pay; all others do. */
export const LATE_PEOPLE = 10
