import { Box, Button, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { encode } from 'uqr';

// One path for all dark modules. Each module is one unit.
function pathOfModules(modules: boolean[][]): string {
    return modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}

function save(blob: Blob, name: string): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function savePng(modules: boolean[][], name: string): void {
    const scale = 16;
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = modules.length * scale;
    const drawing = canvas.getContext('2d');
    if (!drawing) return;
    drawing.fillStyle = '#fff';
    drawing.fillRect(0, 0, canvas.width, canvas.height);
    drawing.fillStyle = '#000';
    modules.forEach((row, y) => row.forEach((dark, x) => dark && drawing.fillRect(x * scale, y * scale, scale, scale)));
    canvas.toBlob((blob) => blob && save(blob, name), 'image/png');
}

interface QrCodeProps {
    value: string;
    // What the code contains, for screen readers.
    label: string;
    size?: number;
    // The name of the downloaded file without its extension. Without it there are no download buttons.
    fileName?: string;
}

// Black on white in both colour schemes, with the quiet zone that scanners need.
export function QrCode({ value, label, size = 176, fileName }: QrCodeProps) {
    const modules = useMemo(() => encode(value, { ecc: 'M', border: 3 }).data, [value]);
    const path = useMemo(() => pathOfModules(modules), [modules]);
    const side = modules.length;
    const saveSvg = () => {
        const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
        save(new Blob([svg], { type: 'image/svg+xml' }), `${fileName}.svg`);
    };
    return (
        <Stack gap="xs" align="flex-start">
            <Box component="svg" viewBox={`0 0 ${side} ${side}`} width={size} height={size} role="img" aria-label={label} shapeRendering="crispEdges" bdrs={8}>
                <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
                <path fill="#000" d={path} />
            </Box>
            {fileName && (
                <Group gap="xs">
                    <Button size="xs" variant="default" leftSection={<IconDownload size={14} />} onClick={saveSvg}>
                        SVG
                    </Button>
                    <Button size="xs" variant="default" leftSection={<IconDownload size={14} />} onClick={() => savePng(modules, `${fileName}.png`)}>
                        PNG
                    </Button>
                </Group>
            )}
        </Stack>
    );
}
