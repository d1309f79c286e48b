import { deflateSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixture';
import { told } from './support/guard';
import { choose, logIn } from './support/people';

test.use({ journey: 'creatives' });

test('the embed code of a creative asks for the affiliate first', async ({ page, service, api }) => {
    const campaign = await api.call('POST', '/campaigns', { name: 'Autumn', brandId: service.account.brandId });
    const creative = await api.call('POST', '/creatives', { campaignId: campaign.id, name: 'Autumn text', type: 'text' });
    // The first affiliate has a link with the creative. Its link must not be offered before it is chosen.
    const { affiliate } = await api.affiliate('First Harbour', '10');
    await api.call('POST', '/links', {
        affiliateId: affiliate.id,
        brandId: service.account.brandId,
        destinationUrl: 'https://casino.example/play',
        name: 'Autumn link',
        creativeId: creative.id,
    });
    const { link } = await api.affiliate('Second Harbour', '10');
    await logIn(page, service.account, `/console/creatives/${creative.id as string}`);
    const embed = page.getByRole('region', { name: 'Embed code' });
    await expect(embed).toContainText('Choose the affiliate whose page shows the creative.');
    await expect(embed.getByRole('combobox', { name: 'Link' })).toBeDisabled();
    await expect(embed.getByText('<a ')).toHaveCount(0);

    await choose(embed, 'Affiliate', 'First Harbour');
    await expect(embed.getByRole('combobox', { name: 'Link' })).toHaveValue('Autumn link');
    await choose(embed, 'Affiliate', 'Second Harbour');
    await expect(embed).toContainText(String(link.linkId));
});

// A PNG of one grey pixel per unit, as a browser would send it.
function picture(width: number, height: number): Buffer {
    const chunk = (type: string, data: Buffer): Buffer => {
        const body = Buffer.concat([Buffer.from(type), data]);
        const frame = Buffer.alloc(8);
        frame.writeUInt32BE(data.length, 0);
        frame.writeUInt32BE(crc32(body), 4);
        return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
    };
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(height, 4);
    head[8] = 8;
    const rows = Buffer.alloc((width + 1) * height, 0x80);
    for (let row = 0; row < height; ++row) rows[row * (width + 1)] = 0;
    return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

function crc32(bytes: Buffer): number {
    let crc = ~0;
    for (const byte of bytes) {
        crc ^= byte;
        for (let bit = 0; bit < 8; ++bit) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc >>> 0;
}

// Drops a file on an element, as a mouse does.
async function drop(page: Page, onto: Locator, name: string, type: string, content: Buffer): Promise<void> {
    const files = await page.evaluateHandle(
        ([encoded, called, kind]) => {
            const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
            const carried = new DataTransfer();
            carried.items.add(new File([bytes], called, { type: kind }));
            return carried;
        },
        [content.toString('base64'), name, type] as const,
    );
    await onto.dispatchEvent('dragover', { dataTransfer: files });
    await onto.dispatchEvent('drop', { dataTransfer: files });
}

test('a banner is uploaded, shown before it is saved, and served in the embed code', async ({ page, service, api, guard }) => {
    const campaign = await api.call('POST', '/campaigns', { name: 'Winter', brandId: service.account.brandId });
    const { link } = await api.affiliate('Banner Blog', '10');
    await logIn(page, service.account, `/console/campaigns/${campaign.id as string}`);
    await page.getByRole('button', { name: 'New creative' }).first().click();
    const drawer = page.getByRole('dialog', { name: 'New creative' });
    await drawer.getByLabel('Name').fill('Winter rectangle');

    await test.step('a file of another type is refused with the reason', async () => {
        guard.allow(400, /\/images$/);
        await drop(page, drawer.getByTestId('image-drop'), 'banner.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
        await expect(drawer.getByRole('alert')).toContainText('SVG images are not accepted');
    });

    await test.step('a file that is too large is not sent', async () => {
        await drop(page, drawer.getByTestId('image-drop'), 'banner.png', 'image/png', Buffer.alloc(2 * 1024 * 1024 + 1));
        await expect(drawer.getByRole('alert')).toContainText('at most 2 MiB');
    });

    await test.step('a dropped file is shown with its size', async () => {
        await drop(page, drawer.getByTestId('image-drop'), 'holiday.txt', 'text/plain', picture(300, 250));
        await expect(drawer.getByRole('img', { name: 'Winter rectangle' })).toBeVisible();
        await expect(drawer.getByLabel('Width')).toHaveValue('300 px');
        await expect(drawer.getByLabel('Height')).toHaveValue('250 px');
        await expect(drawer.getByLabel('Image URL')).toHaveCount(0);
        await expect(drawer.getByRole('alert')).toHaveCount(0);
    });

    await test.step('the keyboard chooses another file', async () => {
        const chooser = page.waitForEvent('filechooser');
        await drawer.getByRole('button', { name: 'Upload another image' }).focus();
        await page.keyboard.press('Enter');
        await (await chooser).setFiles({ name: 'leaderboard.png', mimeType: 'image/png', buffer: picture(728, 90) });
        await expect(drawer.getByLabel('Width')).toHaveValue('728 px');
    });

    await drawer.getByRole('button', { name: 'Create creative' }).click();
    await told(page, 'Creative Winter rectangle created.');
    const [creative] = await api.items(`/creatives?campaignId=${campaign.id as string}`);
    expect([creative?.width, creative?.height]).toEqual([728, 90]);

    await test.step('the embed code has its address, and the address serves the image', async () => {
        await page.goto(`/console/creatives/${creative?.id as string}?affiliateId=${link.affiliateId as string}`);
        await expect(page.getByRole('region', { name: 'Embed code' })).toContainText(String(creative?.imageUrl));
        const served = await fetch(String(creative?.imageUrl));
        expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png']);
        await expect(page.getByRole('link', { name: 'Uploaded image' })).toBeVisible();
    });

    await test.step('it can be replaced by a URL', async () => {
        await page.getByRole('button', { name: 'Edit' }).click();
        const edit = page.getByRole('dialog', { name: 'Edit creative' });
        await edit.getByRole('button', { name: 'Remove' }).click();
        // The form shows the image as soon as its URL is entered.
        guard.allow(404, /\/nothing\.png$/);
        await edit.getByLabel('Image URL').fill(`${service.url}/nothing.png`);
        await edit.getByRole('button', { name: 'Save' }).click();
        await told(page, 'Creative Winter rectangle saved.');
        const changed = await api.call('GET', `/creatives/${creative?.id as string}`);
        expect([changed.imageId, changed.imageUrl]).toEqual([null, `${service.url}/nothing.png`]);
    });
});
