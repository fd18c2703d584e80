/** Maximum records whose first row is remembered (50 MB). Duplicates of records beyond it are not recognised. */
const maxRememberedRows = 2_000_000

/** The first row that named each record, in 16 to 32 bytes a record. */
export class FirstRows {
  readonly #most: number
  #ids = new BigUint64Array(1_024)
  #rows = new Uint32Array(1_024)
  #size = 0

  constructor(most = maxRememberedRows) {
    this.#most = most
  }

  /** The row that named a record before; undefined where this one is the first. */
  before(entity: bigint, row: number): number | undefined {
    const place = this.#placeOf(entity)
    if (this.#ids[place] === entity) return this.#rows[place]
    if (this.#size < this.#most) this.#add(place, entity, row)
    return undefined
  }

  #add(place: number, entity: bigint, row: number): void {
    this.#ids[place] = entity
    this.#rows[place] = row
    this.#size += 1
    if (this.#size * 4 > this.#ids.length * 3) this.#grow()
  }

  /** Slot of a record, or the free slot for it. No id is 0. */
  #placeOf(entity: bigint): number {
    const last = this.#ids.length - 1
    const folded = Number(BigInt.asUintN(32, entity ^ (entity >> 32n)))
    let place = (Math.imul(folded, 0x9e3779b1) >>> 7) & last
    while (this.#ids[place] !== 0n && this.#ids[place] !== entity) place = (place + 1) & last
    return place
  }

  #grow(): void {
    const [ids, rows] = [this.#ids, this.#rows]
    this.#ids = new BigUint64Array(ids.length * 2)
    this.#rows = new Uint32Array(ids.length * 2)
    for (const [index, entity] of ids.entries()) {
      if (entity === 0n) continue
      const place = this.#placeOf(entity)
      this.#ids[place] = entity
      this.#rows[place] = rows[index] as number
    }
  }
}
