import { expect, test } from 'vitest'
import { socialHandle } from './social-handle.ts'

test.each([
  ['@Ada_L', 'ada_l'],
  [' ada_l ', 'ada_l'],
  ['https://micro.example/Ada_L?lang=en', 'ada_l'],
  ['mobile.micro.example/@ada_l/', 'ada_l'],
  ['https://micro.example/#!/ada_l', 'ada_l'],
  ['https://micro.example/ada_l/status/123?s=20', 'ada_l'],
  ['https://micro.example/intent/user?screen_name=Ada_L', 'ada_l'],
  ['https://channel.example/channel/UCx-1', 'ucx-1'],
  ['https://channel.example/c/ada', 'ada'],
  ['https://channel.example/user/ada', 'ada'],
  ['https://forum.example/u/ada/', 'ada'],
  ['u/ada', 'ada'],
  ['https://code.example/orgs/acme', 'acme'],
  ['https://social.example/profile.php?id=1000', '1000'],
  ['https://social.example/pages/Acme/12345', '12345'],
  ['＠ada', 'ada'],
  ['@Ada@Server.Example', 'ada@server.example'],
  ['https://micro.example/@ada@server.example', 'ada@server.example'],
  ['https://sky.example/profile/ada.sky.example', 'ada.sky.example'],
  ['ada@server.example', undefined],
  ['@ada@server', undefined],
  ['https://micro.example/profile', 'profile'],
  ['https://micro.example/search?q=ada', undefined],
  ['https://micro.example/home', undefined],
  ['https://micro.example/i/user/123', undefined],
  ['https://micro.example/', undefined],
  ['not a handle', undefined],
  ['', undefined],
  ['@', undefined],
])('%s is %s', (text, handle) => {
  expect(socialHandle(text)).toBe(handle)
})

test.each([
  ['https://one.example/@Ada', 'ada@one.example'],
  ['www.two.example/@ada/110?x=1', 'ada@two.example'],
  ['https://one.example/users/ada', 'ada@one.example'],
  ['https://one.example/@ada@two.example', 'ada@two.example'],
  ['@ada@two.example', 'ada@two.example'],
  ['https://x.com/@ada', 'ada'],
  ['https://mobile.twitter.com/ada', 'ada'],
  ['https://micro.example/ada', 'ada'],
  ['https://sky.example/profile/ada.sky.example', 'ada.sky.example'],
  ['@ada', 'ada'],
])('on the microblog %s is %s', (text, handle) => {
  expect(socialHandle(text, 'microblog')).toBe(handle)
})
