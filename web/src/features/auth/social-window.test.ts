import { expect, test } from 'vitest'
import { inThisWindow, socialAddress, windowFeatures } from './social-window.ts'

test('the window is 640 by 480 in the middle of the page it came from', () => {
  expect(windowFeatures({ left: 0, top: 0, width: 1440, height: 900 })).toBe(
    'popup,width=640,height=480,left=400,top=210',
  )
  expect(windowFeatures({ left: 1440, top: 20, width: 1000, height: 680 })).toBe(
    'popup,width=640,height=480,left=1620,top=120',
  )
  expect(windowFeatures({ left: 0, top: 0, width: 375, height: 400 })).toBe('popup,width=640,height=480,left=0,top=0')
})

test('the address names the service, the way back and what the account should start with', () => {
  const address = socialAddress({
    service: 'google',
    type: 'reg',
    redirectUrl: '/es/about?a=1&b=2',
    locale: 'es',
    wishes: { terms: '1', promo_code: 'A&B', track_id: undefined, visit: '' },
  })
  const { pathname, searchParams } = new URL(address, 'http://house.example')
  expect(pathname).toBe('/oauth/init')
  expect(Object.fromEntries(searchParams)).toEqual({
    service: 'google',
    redirect_url: '/es/about?a=1&b=2',
    type_auth: 'popup',
    type: 'reg',
    locale: 'es',
    terms: '1',
    promo_code: 'A&B',
  })
  expect(inThisWindow(address)).toContain('&type_auth=page&type=reg&')
})
