// Ray tracing: balls over a chequered floor, with shadows and reflections
//
// Each thread follows a ray from the eye through its pixel: it finds what the ray meets first, asks with a
// second ray whether the light can be seen from there, adds the colour it finds and, where that is a mirror
// in part, goes on with the reflected ray, up to five times. Rays that meet the sky end at once, those
// between balls live long, and shadow rays end at the first ball in the way: warps diverge a great deal,
// and the CTAs of a picture take very different times. The scene lies in constant memory.
//
// It is RAY of the ISPASS-2009 benchmarks; PRO uses it (render): 512 CTAs of 16 × 8 threads, a picture of
// 256 × 256 pixels. Every operation here says how it rounds, so that no compiler fuses any other and a ray
// that just misses a ball misses it everywhere.

#define MAX_BALLS 32
#define BOUNCES 5
#define WIDTH 16 // of a CTA
#define HEIGHT 8

#define TILT 0.6f     // by how much the middle of the picture lies below the eye
#define FAR 100.0f    // what lies further off is sky
#define MISSED 1e30f  // further than anything
#define CLOSE 0.001f  // what lies nearer is where the ray begins
#define AMBIENT 0.25f // seen without any light
#define DIFFUSE 0.75f // what the light adds at most
#define FAINT 0.02f   // reflections weaker than this are left out

// Centre and squared radius; colour and how much of a mirror it is (0 to 1).
__constant__ float4 balls[MAX_BALLS];
__constant__ float4 paints[MAX_BALLS];

static __device__ float3 point(float x, float y, float z)
{
    return make_float3(x, y, z);
}

static __device__ float3 minus(float3 a, float3 b)
{
    return point(__fsub_rn(a.x, b.x), __fsub_rn(a.y, b.y), __fsub_rn(a.z, b.z));
}

static __device__ float dot(float3 a, float3 b)
{
    return fmaf(a.z, b.z, fmaf(a.y, b.y, __fmul_rn(a.x, b.x)));
}

// a + t b
static __device__ float3 along(float3 a, float t, float3 b)
{
    return point(fmaf(t, b.x, a.x), fmaf(t, b.y, a.y), fmaf(t, b.z, a.z));
}

static __device__ float3 unit(float3 a)
{
    float shrink = __fdiv_rn(1.0f, __fsqrt_rn(dot(a, a)));
    return point(__fmul_rn(shrink, a.x), __fmul_rn(shrink, a.y), __fmul_rn(shrink, a.z));
}

// How far along a ray it meets a ball, or MISSED.
static __device__ float meet(float4 ball, float3 from, float3 direction)
{
    float3 offset = minus(from, point(ball.x, ball.y, ball.z));
    float nearing = dot(offset, direction);
    float inside = fmaf(nearing, nearing, __fsub_rn(ball.w, dot(offset, offset)));
    if (inside <= 0.0f)
        return MISSED;
    float t = __fsub_rn(-nearing, __fsqrt_rn(inside));
    return t > CLOSE ? t : MISSED;
}

static __device__ unsigned channel(float brightness)
{
    return (unsigned)__fmul_rn(255.0f, fminf(brightness, 1.0f));
}

extern "C" __global__ void ray_render(unsigned *image, int width, int height, int count, float eye_x,
                                      float eye_y, float eye_z, float light_x, float light_y, float light_z)
{
    int x = blockIdx.x * WIDTH + threadIdx.x;
    int y = blockIdx.y * HEIGHT + threadIdx.y;
    if (x >= width || y >= height)
        return;

    // The picture is two units high and two away from the eye, which looks down a little.
    float scale = __fdiv_rn(2.0f, (float)height);
    float right = __fmul_rn(scale, (float)(2 * x - width) * 0.5f);
    float up = __fsub_rn(__fmul_rn(scale, (float)(height - 2 * y) * 0.5f), TILT);
    float3 from = point(eye_x, eye_y, eye_z);
    float3 direction = unit(point(right, up, 2.0f));
    float3 light = point(light_x, light_y, light_z);
    float3 colour = point(0.0f, 0.0f, 0.0f);
    float weight = 1.0f;

#pragma unroll 1
    for (int bounce = 0; bounce < BOUNCES; bounce++) {
        float nearest = FAR;
        int which = -1;
#pragma unroll 1
        for (int i = 0; i < count; i++) {
            float t = meet(balls[i], from, direction);
            if (t < nearest) {
                nearest = t;
                which = i;
            }
        }
        // The floor is at height 0.
        bool floor = false;
        if (direction.y < 0.0f) {
            float t = __fdiv_rn(-from.y, direction.y);
            floor = t > CLOSE && t < nearest;
            nearest = floor ? t : nearest;
        }
        if (which < 0 && !floor) {
            float3 sky = point(0.4f, 0.6f, 0.9f);
            colour = along(colour, weight, sky);
            break;
        }

        from = along(from, nearest, direction);
        float3 normal;
        float4 paint;
        if (floor) {
            normal = point(0.0f, 1.0f, 0.0f);
            float shade = (__float2int_rd(from.x) + __float2int_rd(from.z)) & 1 ? 0.9f : 0.1f;
            paint = make_float4(shade, shade, shade, 0.25f);
        } else {
            normal = unit(minus(from, point(balls[which].x, balls[which].y, balls[which].z)));
            paint = paints[which];
        }

        float3 to_light = minus(light, from);
        float distance = __fsqrt_rn(dot(to_light, to_light));
        to_light = unit(to_light);
        float lit = dot(normal, to_light);
        if (lit > 0.0f) {
#pragma unroll 1
            for (int i = 0; i < count; i++) {
                if (meet(balls[i], from, to_light) < distance) {
                    lit = 0.0f;
                    break;
                }
            }
        }
        float brightness = fmaf(DIFFUSE, fmaxf(lit, 0.0f), AMBIENT);
        float share = __fmul_rn(__fmul_rn(weight, __fsub_rn(1.0f, paint.w)), brightness);
        colour = along(colour, share, point(paint.x, paint.y, paint.z));

        weight = __fmul_rn(weight, paint.w);
        if (weight < FAINT)
            break;
        direction = unit(along(direction, __fmul_rn(-2.0f, dot(direction, normal)), normal));
    }
    image[y * width + x] = channel(colour.x) | channel(colour.y) << 8 | channel(colour.z) << 16;
}
