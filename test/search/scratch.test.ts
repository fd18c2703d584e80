import { afterAll, beforeAll, it } from 'vitest'
import { conditionFor } from './compare.ts'
import { loadWorld, openSearchWorld, type SearchWorld } from './search-world.ts'
let world: SearchWorld
beforeAll(async () => { world = await openSearchWorld(); await loadWorld(world, { companies: 100, people: 1000 }) }, 120_000)
afterAll(() => world.close())
it('times', {timeout:100000}, async () => {
  const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
  const snapshot = await world.search.snapshots.newest('people')
  for (const [name, jobTitleV3] of [250,500,1000,2000].flatMap(n=>[
    [`none2 ${n}`, {noneOf: many(n, i=>({type:'plain' as const, term:`two ${i}`}))}],
    [`none3 ${n}`, {noneOf: many(n/2, i=>({type:'plain' as const, term:`two ${i} w`}))}],
    [`any2 ${n}`, {anyOf: many(n, i=>({type:'plain' as const, term:`two ${i}`}))}],
    [`any3 ${n}`, {anyOf: many(n/2, i=>({type:'plain' as const, term:`two ${i} w`}))}],
    [`fun ${n}`, {anyOf: [{type:'functional' as const, seniority:['vp' as const], keywords: many(n/4, i=>`two ${i} w`)}]}],
  ] as const)) {
    const condition = await conditionFor(world.search,{kind:'people',searchParams:{jobTitleV3: jobTitleV3 as never}})
    for (const what of ['count','page'] as const) {
    const t=performance.now()
    const r = await (what==='count'? world.search.count('people',{condition,snapshot}) : world.search.page('people',{condition,snapshot,limit:25})).catch(e=>String(e))
    console.log(what,name, Math.round(performance.now()-t), typeof r==='string'?r:'')
    }
  }
})
