import { expect, test } from 'vitest'
import { prepareSlice, type AnySlice, type Slice } from './define-slice.ts'
import { discoverJobs, discoverOperations, discoverSlices } from './discover.ts'
import { openSlices } from './open-slices.ts'

const noParts = {} as Parameters<typeof openSlices>[1]

test('a slice is opened once, after the one whose dependencies it asks for', () => {
  const order: string[] = []
  const lower = prepareSlice<{ two: number }>('lower').defineSlice({
    open: () => (order.push('lower'), { deps: { two: 2 } }),
  })
  const upper = prepareSlice<{ four: number }>('upper').defineSlice({
    open: ({ openDeps: depsOf }) => {
      const { two } = depsOf(lower)
      order.push('upper')
      return { deps: { four: two * 2 } }
    },
  })
  const opened = openSlices([upper, lower] as AnySlice[], noParts)
  expect(order).toEqual(['lower', 'upper'])
  expect(opened.byName('upper')).toEqual({ four: 4 })
  expect(opened.openDeps(lower)).toEqual({ two: 2 })
  expect(() => opened.byName('other')).toThrow('no slice is called other')
})

test('slices that need each other are refused by name', () => {
  const first: Slice<object> = prepareSlice<object>('first').defineSlice({
    open: ({ openDeps: depsOf }) => ({ deps: depsOf(second) }),
  })
  const second: Slice<object> = prepareSlice<object>('second').defineSlice({
    open: ({ openDeps: depsOf }) => ({ deps: depsOf(first) }),
  })
  expect(() => openSlices([first] as AnySlice[], noParts)).toThrow('slices need each other: first, second')
})

test('what stands in for something of a slice is what others are given, too', () => {
  const lower = prepareSlice<{ of: string }>('lower').defineSlice({ open: () => ({ deps: { of: 'it' } }) })
  const upper = prepareSlice<{ of: string }>('upper').defineSlice({
    open: ({ openDeps: depsOf }) => ({ deps: depsOf(lower) }),
  })
  const opened = openSlices([upper] as AnySlice[], noParts, (slice, deps) =>
    slice.name === 'lower' ? { ...deps, of: 'a test' } : deps,
  )
  expect(opened.byName('upper')).toEqual({ of: 'a test' })
})

test('every folder declares its slice, and every operation and job has one', async () => {
  const names = new Set((await discoverSlices()).map(({ name }) => name))
  const users = [...(await discoverOperations()), ...(await discoverJobs())].map(({ slice }) => slice)
  // Trackers and the command `visit` use its dependencies; it has no operation of its own.
  expect(new Set([...users, 'visits'])).toEqual(names)
})
