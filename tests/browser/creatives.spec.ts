import { expect, test } from './support/fixture';
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
