import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useId, useState, type DragEvent } from 'react';
import { api, messageOf, take, type Schema } from '@/api/client';
import styles from './ImageUpload.module.css';

export type Image = Schema<'Image'>;

const bytesMax = 2 * 1024 * 1024;
const accepted = 'image/png,image/jpeg,image/gif,image/webp';

// The server looks at the content, so the type that the browser guesses from the name is not sent.
function upload(file: File): Promise<Image> {
    return take(api.POST('/images', { body: '', bodySerializer: () => file, headers: { 'Content-Type': 'application/octet-stream' } }));
}

export const tooLarge = (bytes: number): string | null =>
    bytes > bytesMax ? `The file has ${(bytes / 1024 / 1024).toFixed(1)} MiB. An image may have at most 2 MiB.` : null;

function useUpload(onUploaded: (image: Image) => void) {
    const [busy, setBusy] = useState(false);
    const [problem, setProblem] = useState<string | null>(null);
    const send = async (file: File | null | undefined) => {
        if (!file || busy) return;
        const refused = tooLarge(file.size);
        setProblem(refused);
        if (refused) return;
        setBusy(true);
        try {
            onUploaded(await upload(file));
        } catch (error) {
            setProblem(messageOf(error));
        } finally {
            setBusy(false);
        }
    };
    return { busy, problem, send };
}

interface ImageUploadProps {
    // Whether the creative has an uploaded image.
    uploaded: boolean;
    onUploaded: (image: Image) => void;
    onRemove: () => void;
}

// Takes an image file: drop a file here, or choose one with the button, which also works with the keyboard.
export function ImageUpload({ uploaded, onUploaded, onRemove }: ImageUploadProps) {
    const { busy, problem, send } = useUpload(onUploaded);
    const [over, setOver] = useState(false);
    const hint = useId();
    const drag = (event: DragEvent, inside: boolean) => {
        event.preventDefault();
        setOver(inside);
    };
    const drop = (event: DragEvent) => {
        drag(event, false);
        void send(event.dataTransfer.files[0]);
    };
    return (
        <Stack gap={4}>
            <Text size="sm" fw={500}>
                Image
            </Text>
            <div
                className={styles.zone}
                data-over={over || undefined}
                data-testid="image-drop"
                onDragEnter={(event) => drag(event, true)}
                onDragOver={(event) => drag(event, true)}
                onDragLeave={(event) => drag(event, false)}
                onDrop={drop}
            >
                <Group gap="xs" justify="center">
                    <FileButton onChange={(file) => void send(file)} accept={accepted} inputProps={{ 'aria-label': 'Image file' }}>
                        {(button) => (
                            <Button {...button} variant="default" loading={busy} leftSection={<IconUpload size={16} />} aria-describedby={hint}>
                                {uploaded ? 'Upload another image' : 'Upload an image'}
                            </Button>
                        )}
                    </FileButton>
                    {uploaded && (
                        <Button variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={onRemove}>
                            Remove
                        </Button>
                    )}
                </Group>
                <Text id={hint} size="xs" c="dimmed" mt={6}>
                    Or drop a file here. PNG, JPEG, GIF or WebP, at most 2 MiB.
                </Text>
            </div>
            {problem && (
                <Text role="alert" size="sm" c="var(--mantine-color-error)">
                    {problem}
                </Text>
            )}
        </Stack>
    );
}
