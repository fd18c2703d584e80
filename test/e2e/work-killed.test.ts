import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/store/postgres/index.ts'
import { isLong } from '../support/long.ts'
import { loadBase, works, type Work, type WorkName } from './killed-works.ts'
import { isWaitingFor, openWorkRoom, patient, victims, type Victim, type WorkRoom } from './work-room.ts'

let room: WorkRoom
beforeAll(async () => {
  room = await openWorkRoom()
  await loadBase(room)
})
afterEach(() => room.tables.close())
afterAll(() => room?.close())

const moments = ['as soon as it is taken on', 'under way', 'as it is stored'] as const
type Moment = (typeof moments)[number]

/** Begins a work and ends the victim at the moment; answers what brings it back. */
async function strikeAt(moment: Moment, work: Work, victim: Victim): Promise<() => Promise<void>> {
  if (moment !== 'as it is stored') {
    await work.begin()
    if (moment === 'under way') await expect.poll(work.isUnderWay, { ...patient, interval: 2 }).toBe(true)
    return room.strike(victim)
  }
  const { tables } = room
  let isBack: (() => Promise<void>) | undefined
  await tables.standInTheWay(work.stores, async () => {
    await work.begin()
    await expect.poll(isWaitingFor(tables, work.stores), patient).toBe(true)
    isBack = await room.strike(victim)
  })
  return isBack as () => Promise<void>
}

const toSeconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1)

const cells = (Object.keys(works) as WorkName[]).flatMap((name, ofWork) =>
  victims.flatMap((victim, ofVictim) =>
    moments.flatMap((moment, ofMoment) => {
      // Each work once, each victim and moment in its turn.
      const isShort = ofVictim === ofWork % 3 && ofMoment === (ofWork * 2 + 1) % 3
      return isLong || isShort ? [{ name, victim, moment }] : []
    }),
  ),
)

describe('SIGKILL while work goes on: it is finished, charged once, and nothing is lost or doubled', () => {
  test.each(cells)('$name, of $victim, $moment', async ({ name, victim, moment }) => {
    const customer = await room.customer()
    const work = works[name](room, customer)
    await work.prepare()
    await room.tables.query(sql`ANALYZE`)
    const struckMs = performance.now()
    const isBack = await strikeAt(moment, work, victim)
    const [killedMs, killedAtMs] = [performance.now(), Date.now()]
    await room.tables.close()
    await isBack()
    await room.answers()
    const backMs = performance.now()
    await work.finish()
    const endedMs = performance.now()
    // What is stored later is begun before: that it had ended is said of the other moments alone.
    const endedAtMs = (moment === 'as it is stored' ? undefined : await work.endedAtMs()) ?? Infinity
    const ending = endedAtMs < killedAtMs ? 'before the kill' : `${toSeconds(backMs, endedMs)} s after that`
    const price = await work.verify()
    const balance = await room.commands.run('credits', 'show', customer.organizationId, '--json')
    expect(JSON.parse(balance.stdout)).toMatchObject([{ held: 0, used: price, available: 100_000 - price }])
    const doctor = await room.commands.run('doctor')
    expect([doctor.code, doctor.stdout.match(/^.* WRONG .*$/gm)], doctor.stdout).toEqual([0, null])
    console.log(
      `${name}, ${victim}, ${moment}: killed after ${toSeconds(struckMs, killedMs)} s, answers ${toSeconds(killedMs, backMs)} s later, ended ${ending}`,
    )
  })
})
