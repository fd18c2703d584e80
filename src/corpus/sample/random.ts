/**
 * A small fast generator (sfc32, 128 bits of state) that is started again for every record from the seed, a stream
 * number and the record's index. A record depends on nothing else, so ranges can be generated anywhere in any order,
 * and 128 bits keep two records from sharing a sequence.
 */
export class Random {
  #a = 0
  #b = 0
  #c = 0
  #counter = 1

  /** Starts the sequence of record `index` in `stream`. */
  start(seed: number, stream: number, index: number): void {
    this.#a = seed | 0
    this.#b = (index ^ Math.imul(stream, 0x9e3779b1)) | 0
    this.#c = (Math.imul(index, 0x85ebca6b) + stream) | 0
    this.#counter = 1
    for (let round = 0; round < 10; round++) this.next()
  }

  /** 32 random bits. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum
    return sum >>> 0
  }

  /** Uniform in [0, 1). */
  unit(): number {
    return this.next() * 2 ** -32
  }

  /** Uniform integer in [0, count). */
  below(count: number): number {
    return Math.floor(this.next() * 2 ** -32 * count)
  }

  chance(probability: number): boolean {
    return this.next() < probability * 2 ** 32
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item
  }

  /** Index drawn from a table of `weightTable`. */
  draw(table: Uint16Array): number {
    return table[this.next() >>> 20] as number
  }

  /** Exponential with the given mean. */
  exponential(mean: number): number {
    return -Math.log(1 - this.unit()) * mean
  }
}

/** 32 bits from a seed, a salt and an index, for single decisions that need no sequence. */
export function hash(seed: number, salt: number, index: number): number {
  let h = (seed ^ Math.imul(salt, 0x9e3779b1)) | 0
  h = Math.imul(h ^ index, 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 13) ^ index, 0x27d4eb2f)
  return (h ^ (h >>> 16)) >>> 0
}

const slots = 4096

/** Spreads indexes over 4,096 slots by weight (each at least one), so that a draw is one array read. */
export function weightTable(weights: readonly number[]): Uint16Array {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const table = new Uint16Array(slots)
  const spare = slots - weights.length
  let reached = 0
  let filled = 0
  weights.forEach((weight, index) => {
    reached += weight
    const end = index + 1 + Math.round((reached / total) * spare)
    table.fill(index, filled, end)
    filled = end
  })
  return table
}
