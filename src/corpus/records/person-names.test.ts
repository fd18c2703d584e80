import { expect, it } from 'vitest'
import { heldNames } from '../search-index/index.ts'
import { nameParts } from './person-names.ts'

it.each([
  ['Lucía Suárez Marín', 'Lucía', 'Suárez Marín'],
  ['José Luis García Pérez', 'José', 'García Pérez'],
  ['Ana Paula Ferreira da Silva', 'Ana', 'Ferreira da Silva'],
  ['Dr. Juan Carlos de la Cruz Jr.', 'Juan', 'de la Cruz'],
  ['Maria Rosa Garcia', 'Maria', 'Garcia'],
  ['Jennifer Lynn Garcia', 'Jennifer', 'Garcia'],
  ['Maria Garcia Smith', 'Maria', 'Smith'],
  ['Nagy Péter', 'Péter', 'Nagy'],
  ['Kovács Anna Mária', 'Anna', 'Kovács'],
  ['Péter Nagy', 'Péter', 'Nagy'],
  ['Zhang Xiaoming', 'Xiaoming', 'Zhang'],
  ['Wei Zhang', 'Wei', 'Zhang'],
  ['Zhang Wei', 'Zhang', 'Wei'], // Either may be the family's.
  ['Kim Min-jun', 'Min-jun', 'Kim'],
  ['Min Wu-Hu', 'Min', 'Wu-Hu'],
  ['Kim Basinger', 'Kim', 'Basinger'],
  ['Iida Nieminen', 'Iida', 'Nieminen'],
  ['Yuki Sato', 'Yuki', 'Sato'],
  ['Sidorov Ivan Petrovich', 'Ivan', 'Sidorov'],
  ['Сидоров Иван Петрович', 'Иван', 'Сидоров'],
  ['Ivan Petrovich Sidorov', 'Ivan', 'Sidorov'],
  ['Lee Ann Walker', 'Lee', 'Walker'],
  ['Mark van den Berg', 'Mark', 'van den Berg'],
  ['Long Island', 'Long', 'Island'],
  ['Tan Williams', 'Tan', 'Williams'],
  ['Li, Xiao Ming', 'Xiao', 'Li'],
])('%s is %s and %s', (full, first, last) => {
  expect(nameParts(full)).toEqual({ first, last })
})

it('parts that were only taken from the whole, by these rules or those before, are no name of their own', () => {
  const name = 'Lucía Suárez Marín'
  for (const last_name of ['Suárez Marín', 'Marín'])
    expect(heldNames({ name, first_name: 'Lucía', last_name })).toEqual([name])
  expect(heldNames({ name, first_name: 'Luz', last_name: 'Marín' })).toHaveLength(2)
})
