import { expect, test } from 'vitest'
import { iconLinks } from '../../sources/index.ts'
import { imageType } from './image-type.ts'

const page = 'https://www.acme.example/start'

test('the icon nearest to 180 pixels comes first, whatever form its link has', () => {
  const html = `<html><head>
    <link rel="stylesheet" href="/style.css">
    <LINK REL='shortcut icon' HREF='/small.ico'>
    <link rel=icon sizes=32x32 href=/medium.png>
    <link rel="icon" type="image/svg+xml" href="/vector">
    <link rel="icon" href="/vector.svg">
    <link rel="icon" sizes="16x16 192x192" href="//cdn.example/large.png?a=1&amp;b=2">
    <link rel="apple-touch-icon" href="touch.png">`
  expect(iconLinks(html, page)).toEqual([
    'https://www.acme.example/touch.png',
    'https://cdn.example/large.png?a=1&b=2',
    'https://www.acme.example/medium.png',
    'https://www.acme.example/small.ico',
  ])
})

test('what is no address of the web is left out', () => {
  const html =
    '<link rel="icon" href="data:image/png;base64,AA"><link rel="icon" href="file:///etc/passwd"><link rel="icon"><link rel="icon" href="https://[">'
  expect(iconLinks(html, page)).toEqual([])
})

test('a page made of half-open links is read in time that grows with its size alone', () => {
  expect(iconLinks('<link rel="icon" '.repeat(15_000), page)).toEqual([])
  expect(iconLinks(`<link ${'a='.repeat(120_000)}`, page)).toEqual([])
})

test('a type is told from the bytes', () => {
  expect(imageType(Buffer.from('89504e470d0a1a0a0000', 'hex'))).toBe('image/png')
  expect(imageType(Buffer.from('RIFF0000WEBPVP8 '))).toBe('image/webp')
  expect(imageType(Buffer.from('00000100010010', 'hex'))).toBe('image/x-icon')
  expect(imageType(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeUndefined()
  expect(imageType(Buffer.from('<!doctype html>'))).toBeUndefined()
  expect(imageType(Buffer.alloc(0))).toBeUndefined()
})
