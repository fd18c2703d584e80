import fc from 'fast-check'
import { afterAll, beforeAll, it } from 'vitest'
import { conditionFor, naiveRows, pageThrough } from './compare.ts'
import { edgePeople } from './edge-records.ts'
import { randomPeopleQuestion, randomCompanyParams } from './random-params.ts'
import { loadWorld, openSearchWorld, readRows, write, type Rows, type SearchWorld } from './search-world.ts'
let world: SearchWorld
let rows: Rows
beforeAll(async () => {
  world = await openSearchWorld()
  await loadWorld(world, { companies: 600, people: 4_000 })
  await write(world, 'people', edgePeople)
  rows = await readRows(world.engine)
}, 120_000)
afterAll(() => world.close())
it('times', {timeout:100000}, async () => {
  let t=performance.now()
  const lap=(n:string)=>{const x=performance.now(); console.log(n, Math.round(x-t)); t=x}
  const qs = fc.sample(randomPeopleQuestion(rows.people.map(r=>r.record), rows.companies.map(r=>r.record)), { seed:5, numRuns: 300 })
  lap('gen people')
  fc.sample(randomCompanyParams(rows.companies.map(r=>r.record)), { seed:5, numRuns: 300 })
  lap('gen companies')
  const wanted = qs.map(q=>naiveRows(rows,{kind:'people',...q}).length)
  lap('naive')
  const conds=[]
  for (const q of qs) conds.push(await conditionFor(world.search,{kind:'people',...q}))
  lap('conds')
  const snapshot = await world.search.snapshots.newest('people')
  console.log(snapshot)
  for (const condition of conds) await world.search.count('people',{condition,snapshot})
  lap('count')
  for (const condition of conds) await world.search.page('people',{condition,snapshot,limit:7})
  lap('page7')
  for (const [i,condition] of conds.entries()) if(wanted[i]!<=1000) await pageThrough(world.search,'people',{condition,snapshot,size:1000})
  lap('page1000')
  console.log(wanted.filter(n=>n===0).length, wanted.filter(n=>n>1000).length, wanted.filter(n=>n>0&&n<=40).length)
})
