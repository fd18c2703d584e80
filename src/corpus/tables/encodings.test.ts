import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { defaultNetworkHosts as network } from '../../lib/network-url.ts'
import { readTable } from './read-table.ts'
import { encodingNotes, textWriter } from './write-text.ts'

async function cellsOf(text: string, encoding: string): Promise<string[][]> {
  const { header = [], rows } = await readTable(iconv.encode(text, encoding), { network, header: 'first' })
  return [header, ...rows.map(({ cells }) => cells)]
}

const asWritten = (text: string) => text.split('\n').map((line) => line.split(';'))

test.each([
  'Überschrift;Größe;Straße\nxé;xé;xéé',
  'Name;City\nMüller;Köln',
  'Name;City\nNoël;Liège\nCitroën;Rhône',
  'Name;City\nMalmö;Åkeri',
  'Nombre;Lugar\nMuñoz Ibáñez;Cádiz',
  'Nome;Cidade\nSimões;São João',
  'Name;Size\nKärcher;50 m³',
  'Name;Price\nBjørn;£20\nSæther;½ kg',
])('a few words of Western languages are told in windows-1252: %j', async (text) => {
  expect(await cellsOf(text, 'windows-1252')).toEqual(asWritten(text))
})

test.each([
  ['windows-1250', 'Imię;Miasto\nWałęsa;Łódź\nWiśniewski;Gdańsk\nŻółty;Poznań'],
  ['iso-8859-2', 'Imię;Miasto\nWałęsa;Łódź\nWiśniewski;Gdańsk\nŻółty;Poznań'],
  ['windows-1250', 'Jméno;Město\nDvořák;Plzeň\nJiří Novotný;Děčín\nŽelezný;České Budějovice'],
  ['iso-8859-2', 'Név;Város\nErdős;Győr\nSzűcs;Kőszeg\nNagy Ádám;Székesfehérvár\nKovács Gergő;Pécs'],
  ['windows-1251', 'Имя;Город\nАнна Иванова;Москва\nПётр Смирнов;Казань'],
])('letters of %s in words speak for it', async (encoding, text) => {
  expect(await cellsOf(text, encoding)).toEqual(asWritten(text))
})

test('letters that the encoding of an answer lacks are written in ASCII, which is told', () => {
  const style = {
    delimiter: ';',
    quote: '"',
    escape: '"',
    quotesAll: false,
    lineEnd: '\n',
    encoding: 'windows-1252',
    hasMark: false,
    hasSeparatorLine: false,
  } as const
  const bytes = textWriter(style).lines([['Müller', 'Łódź']])
  expect(iconv.decode(bytes, 'windows-1252')).toBe('Müller;Lódz\n')
  expect(encodingNotes(style)).toEqual([expect.stringMatching(/windows-1252 lacks are written in ASCII/)])
  expect(encodingNotes({ encoding: 'utf-8' })).toEqual([])
})
