import { Group, mergeThemeOverrides, Text, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core';
import { generateColors } from '@mantine/colors-generator';
import { useState } from 'react';
import type { Branding } from '@/session/session';
import { shadeFor } from './contrast';
import { theme } from './theme';

// Ten shades of the operator's colour. The primary shades are chosen so that text is readable in both colour schemes.
export function brandedTheme({ primaryColor }: Branding): MantineThemeOverride {
    if (!primaryColor || !/^#[0-9a-f]{6}$/i.test(primaryColor)) return theme;
    const shades = generateColors(primaryColor) as MantineColorsTuple;
    return mergeThemeOverrides(theme, {
        colors: { brand: shades },
        primaryColor: 'brand',
        primaryShade: { light: shadeFor(shades, '#ffffff'), dark: shadeFor(shades, '#ffffff') },
    });
}

export const portalName = (branding: Branding): string => branding.name ?? 'Affiliate portal';

// A wide logo contains the name. The name is shown beside a square one.
export function PortalMark({ branding, height = 28 }: { branding: Branding; height?: number }) {
    const [isWide, setIsWide] = useState(false);
    const name = portalName(branding);
    const look = (image: HTMLImageElement) => setIsWide(image.naturalHeight > 0 && image.naturalWidth > 2 * image.naturalHeight);
    return (
        <Group gap={10} wrap="nowrap" miw={0}>
            {branding.logoUrl && (
                <img
                    src={branding.logoUrl}
                    height={height}
                    alt={isWide ? name : ''}
                    style={{ maxWidth: isWide ? 180 : 120, objectFit: 'contain' }}
                    onLoad={(event) => look(event.currentTarget)}
                />
            )}
            {!isWide && (
                <Text fw={650} size="md" truncate>
                    {name}
                </Text>
            )}
        </Group>
    );
}
