/* Compatibility with CUDA sources that are older than CUDA 13.
 *
 * CUDA 13 removed functions, structure members and texture references that programs of CUDA 4 to 12 use, Rodinia's
 * among them. This header defines them again on top of what CUDA 13 offers, so that unmodified sources compile:
 *
 *     nvcc -arch=compute_75 -cudart shared -include warploom-compat.h program.cu
 *
 * It changes nothing in a source that does not use removed names. Sources in C get the renamed functions only, because
 * the rest needs overloading. To leave out a part that a program defines by itself, define the macro that guards it:
 * WARPLOOM_NO_DEVICE_PROPERTIES, WARPLOOM_NO_WARP_FUNCTIONS, WARPLOOM_NO_TEXTURE_REFERENCES.
 */
#ifndef WARPLOOM_COMPAT_H
#define WARPLOOM_COMPAT_H

/* Functions that were renamed in CUDA 4. Macros, because a source in C may call them without a declaration. */
#define cudaThreadExit cudaDeviceReset
#define cudaThreadGetCacheConfig cudaDeviceGetCacheConfig
#define cudaThreadGetLimit cudaDeviceGetLimit
#define cudaThreadSetCacheConfig cudaDeviceSetCacheConfig
#define cudaThreadSetLimit cudaDeviceSetLimit
#define cudaThreadSynchronize cudaDeviceSynchronize

#ifdef __cplusplus

/* The headers come first: the macros below must not change the names inside them. */
#include <cuda_runtime.h>

#if defined(CUDART_VERSION) && CUDART_VERSION >= 13000

/* --- Device properties ----------------------------------------------------------------------------------------------
 * The members that CUDA 13 removed are still attributes of the device. A derived structure adds them, and an overload
 * fills them in. A pointer to the derived structure is accepted wherever the runtime expects the base.
 */
#ifndef WARPLOOM_NO_DEVICE_PROPERTIES

struct WarploomDeviceProperties : cudaDeviceProp {
    int clockRate;
    int computeMode;
    int cooperativeMultiDeviceLaunch; /* 0: CUDA 13 has no such launch */
    int deviceOverlap;
    int kernelExecTimeoutEnabled;
    int maxTexture1DLinear;
    int memoryClockRate;
    int singleToDoublePrecisionPerfRatio;
};

static inline cudaError_t cudaGetDeviceProperties(WarploomDeviceProperties *properties, int device) {
    cudaError_t error = cudaGetDeviceProperties(static_cast<cudaDeviceProp *>(properties), device);
    properties->cooperativeMultiDeviceLaunch = 0;
    struct {
        int *value;
        cudaDeviceAttr attribute;
    } const members[] = {
        {&properties->clockRate, cudaDevAttrClockRate},
        {&properties->computeMode, cudaDevAttrComputeMode},
        {&properties->deviceOverlap, cudaDevAttrGpuOverlap},
        {&properties->kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout},
        {&properties->maxTexture1DLinear, cudaDevAttrMaxTexture1DLinearWidth},
        {&properties->memoryClockRate, cudaDevAttrMemoryClockRate},
        {&properties->singleToDoublePrecisionPerfRatio, cudaDevAttrSingleToDoublePrecisionPerfRatio},
    };
    for (const auto &member : members) {
        *member.value = 0;
        if (error == cudaSuccess) {
            error = cudaDeviceGetAttribute(member.value, member.attribute, device);
        }
    }
    return error;
}

#define cudaDeviceProp WarploomDeviceProperties

#endif /* WARPLOOM_NO_DEVICE_PROPERTIES */

/* --- Managed memory -------------------------------------------------------------------------------------------------
 * CUDA 13 names a place by a structure. Earlier versions took the number of a device, or cudaCpuDeviceId.
 */
static inline cudaMemLocation warploomLocation(int device) {
    cudaMemLocation location = {};
    location.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
    location.id = device == cudaCpuDeviceId ? 0 : device;
    return location;
}

static inline cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device,
                                               cudaStream_t stream = 0) {
    return cudaMemPrefetchAsync(pointer, bytes, warploomLocation(device), 0, stream);
}

static inline cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, cudaMemoryAdvise advice, int device) {
    return cudaMemAdvise(pointer, bytes, advice, warploomLocation(device));
}

#ifdef __CUDACC__

/* --- Shuffles without a mask ----------------------------------------------------------------------------------------
 * From compute_70 on they exist only with the mask of the lanes that take part. The old functions applied to the lanes
 * that were active together, which the active mask describes. The votes __all, __any and __ballot need nothing here:
 * nvcc still compiles them, with a warning, to PTX that Warploom executes.
 */
#ifndef WARPLOOM_NO_WARP_FUNCTIONS

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
template <typename T> static __device__ inline T __shfl(T value, int lane, int width = 32) {
    return __shfl_sync(__activemask(), value, lane, width);
}
template <typename T> static __device__ inline T __shfl_up(T value, unsigned delta, int width = 32) {
    return __shfl_up_sync(__activemask(), value, delta, width);
}
template <typename T> static __device__ inline T __shfl_down(T value, unsigned delta, int width = 32) {
    return __shfl_down_sync(__activemask(), value, delta, width);
}
template <typename T> static __device__ inline T __shfl_xor(T value, int mask, int width = 32) {
    return __shfl_xor_sync(__activemask(), value, mask, width);
}
#endif

#endif /* WARPLOOM_NO_WARP_FUNCTIONS */

/* --- Symbols named by strings ---------------------------------------------------------------------------------------
 * Until CUDA 4.2, cudaMemcpyToSymbol("table", …) found the variable `table`. NVIDIA's later runtimes take the address of
 * the string for that of a variable and report an invalid symbol, which many programs do not check: Rodinia's kmeans
 * then computes with clusters that are zero. Nothing is defined for this here: Warploom's runtime itself finds the
 * variable that a string names.
 */

/* --- Texture and surface references ---------------------------------------------------------------------------------
 * A texture reference was a global object that both sides knew: the host set its members and bound memory to it, a
 * kernel read through it. Here it is a __device__ variable. nvcc gives every such variable a copy on the host, its
 * shadow. The host's settings are in the shadow; binding creates a texture object from them and copies its handle into
 * the device's variable. Reading therefore costs one load of the handle more than reading through a texture object.
 */
#ifndef WARPLOOM_NO_TEXTURE_REFERENCES

/* The host writes members of the shadow, against which nvcc warns. */
#pragma nv_diag_suppress 20091
#pragma nv_diag_suppress 20092

struct textureReference {
    cudaTextureObject_t object; /* on the device: the bound texture; on the host: what cudaUnbindTexture destroys */
    cudaTextureReadMode readMode;
    int normalized;
    cudaTextureFilterMode filterMode;
    cudaTextureAddressMode addressMode[3];
    cudaChannelFormatDesc channelDesc;
    int sRGB;
    unsigned int maxAnisotropy;
    cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias;
    float minMipmapLevelClamp;
    float maxMipmapLevelClamp;

    /* constexpr, because the variable of a device must not need code to be initialised. */
    constexpr __host__ __device__ textureReference(cudaTextureReadMode read, int norm, cudaTextureFilterMode filter,
                                                   cudaTextureAddressMode address, cudaChannelFormatDesc channels)
        : object(0), readMode(read), normalized(norm), filterMode(filter), addressMode{address, address, address},
          channelDesc(channels), sRGB(0), maxAnisotropy(0), mipmapFilterMode(cudaFilterModePoint),
          mipmapLevelBias(0), minMipmapLevelClamp(0), maxMipmapLevelClamp(0) {}
};

template <typename T, int dimensions = cudaTextureType1D, cudaTextureReadMode mode = cudaReadModeElementType>
struct WarploomTexture : textureReference {
    constexpr __host__ __device__ WarploomTexture(int norm = 0, cudaTextureFilterMode filter = cudaFilterModePoint,
                                                  cudaTextureAddressMode address = cudaAddressModeClamp,
                                                  cudaChannelFormatDesc channels = cudaChannelFormatDesc{})
        : textureReference(mode, norm, filter, address, channels) {}
};

/* The settings to bind with. Arguments of a constructor are in the device's variable only, since nvcc constructs the
 * shadow without arguments: a setting of the shadow that still has its default value is taken from the device. */
static inline cudaError_t warploomTextureSettings(const textureReference *shadow, cudaTextureDesc *settings) {
    const textureReference fresh(shadow->readMode, 0, cudaFilterModePoint, cudaAddressModeClamp,
                                 cudaChannelFormatDesc{});
    textureReference device = fresh;
    const cudaError_t error = cudaMemcpyFromSymbol(&device, static_cast<const void *>(shadow), sizeof device, 0,
                                                   cudaMemcpyDeviceToHost);
    *settings = cudaTextureDesc{};
    for (int axis = 0; axis < 3; ++axis) {
        settings->addressMode[axis] = shadow->addressMode[axis] != fresh.addressMode[axis] ? shadow->addressMode[axis]
                                                                                           : device.addressMode[axis];
    }
    settings->filterMode = shadow->filterMode != fresh.filterMode ? shadow->filterMode : device.filterMode;
    settings->normalizedCoords = shadow->normalized != fresh.normalized ? shadow->normalized : device.normalized;
    settings->readMode = shadow->readMode;
    settings->sRGB = shadow->sRGB;
    settings->maxAnisotropy = shadow->maxAnisotropy;
    settings->mipmapFilterMode = shadow->mipmapFilterMode;
    settings->mipmapLevelBias = shadow->mipmapLevelBias;
    settings->minMipmapLevelClamp = shadow->minMipmapLevelClamp;
    settings->maxMipmapLevelClamp = shadow->maxMipmapLevelClamp;
    return error;
}

static inline cudaError_t cudaUnbindTexture(const textureReference *shadow) {
    if (shadow->object == 0) {
        return cudaSuccess;
    }
    const cudaTextureObject_t bound = shadow->object;
    const_cast<textureReference *>(shadow)->object = 0;
    return cudaDestroyTextureObject(bound);
}

/* The old functions took references to constants and changed them all the same. */
static inline cudaError_t warploomBind(const textureReference *shadow, const cudaResourceDesc &resource) {
    cudaTextureDesc settings;
    cudaError_t error = cudaUnbindTexture(shadow);
    if (error == cudaSuccess) {
        error = warploomTextureSettings(shadow, &settings);
    }
    cudaTextureObject_t object = 0;
    if (error == cudaSuccess) {
        error = cudaCreateTextureObject(&object, &resource, &settings, nullptr);
    }
    if (error == cudaSuccess) {
        const_cast<textureReference *>(shadow)->object = object;
        error = cudaMemcpyToSymbol(static_cast<const void *>(shadow), &object, sizeof object,
                                   offsetof(textureReference, object), cudaMemcpyHostToDevice);
    }
    return error;
}

/* A texture starts at an aligned address. The old functions bound the aligned address below a pointer and reported the
 * distance; without a place for the distance, an unaligned pointer was an error. */
static inline cudaError_t warploomAlign(size_t *offset, const void **pointer) {
    int device = 0;
    int alignment = 0;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess) {
        error = cudaDeviceGetAttribute(&alignment, cudaDevAttrTextureAlignment, device);
    }
    if (error != cudaSuccess) {
        return error;
    }
    const size_t distance = alignment > 0 ? reinterpret_cast<size_t>(*pointer) % alignment : 0;
    if (offset) {
        *offset = distance;
    } else if (distance) {
        return cudaErrorInvalidValue;
    }
    *pointer = static_cast<const char *>(*pointer) - distance;
    return cudaSuccess;
}

static inline cudaError_t cudaBindTexture(size_t *offset, const textureReference *shadow, const void *pointer,
                                          const cudaChannelFormatDesc *channels, size_t bytes = 0xffffffffu) {
    const cudaError_t error = warploomAlign(offset, &pointer);
    if (error != cudaSuccess) {
        return error;
    }
    /* The default size means "all that follows"; a texture object of linear memory has at most 2^27 elements. */
    const size_t element = (channels->x + channels->y + channels->z + channels->w) / 8;
    const size_t most = (size_t(1) << 27) * element;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = const_cast<void *>(pointer);
    resource.res.linear.desc = *channels;
    resource.res.linear.sizeInBytes = bytes + (offset ? *offset : 0);
    if (resource.res.linear.sizeInBytes > most) {
        resource.res.linear.sizeInBytes = most;
    }
    return warploomBind(shadow, resource);
}

static inline cudaError_t cudaBindTexture2D(size_t *offset, const textureReference *shadow, const void *pointer,
                                            const cudaChannelFormatDesc *channels, size_t width, size_t height,
                                            size_t pitch) {
    const cudaError_t error = warploomAlign(offset, &pointer);
    if (error != cudaSuccess) {
        return error;
    }
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = const_cast<void *>(pointer);
    resource.res.pitch2D.desc = *channels;
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    return warploomBind(shadow, resource);
}

/* An array knows its channels. */
static inline cudaError_t cudaBindTextureToArray(const textureReference *shadow, cudaArray_const_t array,
                                                 const cudaChannelFormatDesc * = nullptr) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = const_cast<cudaArray_t>(array);
    return warploomBind(shadow, resource);
}

static inline cudaError_t cudaGetTextureReference(const textureReference **reference, const void *symbol) {
    *reference = static_cast<const textureReference *>(symbol);
    return cudaSuccess;
}

template <typename T, int D, cudaTextureReadMode M>
static inline cudaError_t cudaBindTexture(size_t *offset, const WarploomTexture<T, D, M> &reference,
                                          const void *pointer, const cudaChannelFormatDesc &channels,
                                          size_t bytes = 0xffffffffu) {
    return cudaBindTexture(offset, static_cast<const textureReference *>(&reference), pointer, &channels, bytes);
}
template <typename T, int D, cudaTextureReadMode M>
static inline cudaError_t cudaBindTexture(size_t *offset, const WarploomTexture<T, D, M> &reference,
                                          const void *pointer, size_t bytes = 0xffffffffu) {
    return cudaBindTexture(offset, reference, pointer, cudaCreateChannelDesc<T>(), bytes);
}
template <typename T, int D, cudaTextureReadMode M>
static inline cudaError_t cudaBindTexture2D(size_t *offset, const WarploomTexture<T, D, M> &reference,
                                            const void *pointer, const cudaChannelFormatDesc &channels, size_t width,
                                            size_t height, size_t pitch) {
    return cudaBindTexture2D(offset, static_cast<const textureReference *>(&reference), pointer, &channels, width,
                             height, pitch);
}
template <typename T, int D, cudaTextureReadMode M>
static inline cudaError_t cudaBindTexture2D(size_t *offset, const WarploomTexture<T, D, M> &reference,
                                            const void *pointer, size_t width, size_t height, size_t pitch) {
    return cudaBindTexture2D(offset, reference, pointer, cudaCreateChannelDesc<T>(), width, height, pitch);
}
template <typename T, int D, cudaTextureReadMode M>
static inline cudaError_t cudaBindTextureToArray(const WarploomTexture<T, D, M> &reference, cudaArray_const_t array,
                                                 const cudaChannelFormatDesc &) {
    return cudaBindTextureToArray(static_cast<const textureReference *>(&reference), array);
}
template <typename T, int D, cudaTextureReadMode M>
static inline cudaError_t cudaBindTextureToArray(const WarploomTexture<T, D, M> &reference, cudaArray_const_t array) {
    return cudaBindTextureToArray(static_cast<const textureReference *>(&reference), array);
}
template <typename T, int D, cudaTextureReadMode M>
static inline cudaError_t cudaUnbindTexture(const WarploomTexture<T, D, M> &reference) {
    return cudaUnbindTexture(static_cast<const textureReference *>(&reference));
}

/* The type that a fetch returns: the element, or floats in [0, 1] if the reference normalises integers. */
template <typename T, cudaTextureReadMode mode> struct WarploomTexel {
    typedef T type;
};
#define WARPLOOM_TEXEL(element, floats)                                                                               \
    template <> struct WarploomTexel<element, cudaReadModeNormalizedFloat> {                                          \
        typedef floats type;                                                                                          \
    };
WARPLOOM_TEXEL(char, float)
WARPLOOM_TEXEL(signed char, float)
WARPLOOM_TEXEL(unsigned char, float)
WARPLOOM_TEXEL(short, float)
WARPLOOM_TEXEL(unsigned short, float)
WARPLOOM_TEXEL(char1, float1)
WARPLOOM_TEXEL(uchar1, float1)
WARPLOOM_TEXEL(short1, float1)
WARPLOOM_TEXEL(ushort1, float1)
WARPLOOM_TEXEL(char2, float2)
WARPLOOM_TEXEL(uchar2, float2)
WARPLOOM_TEXEL(short2, float2)
WARPLOOM_TEXEL(ushort2, float2)
WARPLOOM_TEXEL(char4, float4)
WARPLOOM_TEXEL(uchar4, float4)
WARPLOOM_TEXEL(short4, float4)
WARPLOOM_TEXEL(ushort4, float4)
#undef WARPLOOM_TEXEL

/* One overload per function: the name, the dimensions of the reference, the parameters, and the arguments again. */
#define WARPLOOM_PARENTHESES(...) __VA_ARGS__
#define WARPLOOM_FETCH(function, dimensions, parameters, arguments)                                                   \
    template <typename T, cudaTextureReadMode M>                                                                      \
    static __device__ inline typename WarploomTexel<T, M>::type function(                                             \
        const WarploomTexture<T, dimensions, M> &reference, WARPLOOM_PARENTHESES parameters) {                        \
        return function<typename WarploomTexel<T, M>::type>(reference.object, WARPLOOM_PARENTHESES arguments);        \
    }
WARPLOOM_FETCH(tex1Dfetch, cudaTextureType1D, (int x), (x))
WARPLOOM_FETCH(tex1D, cudaTextureType1D, (float x), (x))
WARPLOOM_FETCH(tex2D, cudaTextureType2D, (float x, float y), (x, y))
WARPLOOM_FETCH(tex3D, cudaTextureType3D, (float x, float y, float z), (x, y, z))
WARPLOOM_FETCH(tex1DLayered, cudaTextureType1DLayered, (float x, int layer), (x, layer))
WARPLOOM_FETCH(tex2DLayered, cudaTextureType2DLayered, (float x, float y, int layer), (x, y, layer))
WARPLOOM_FETCH(texCubemap, cudaTextureTypeCubemap, (float x, float y, float z), (x, y, z))
WARPLOOM_FETCH(texCubemapLayered, cudaTextureTypeCubemapLayered, (float x, float y, float z, int layer),
               (x, y, z, layer))
WARPLOOM_FETCH(tex1DLod, cudaTextureType1D, (float x, float level), (x, level))
WARPLOOM_FETCH(tex2DLod, cudaTextureType2D, (float x, float y, float level), (x, y, level))
WARPLOOM_FETCH(tex3DLod, cudaTextureType3D, (float x, float y, float z, float level), (x, y, z, level))
#undef WARPLOOM_FETCH

/* A surface reference holds nothing but the surface object. */
struct surfaceReference {
    cudaSurfaceObject_t object;
};

template <typename T, int dimensions = 1> struct WarploomSurface : surfaceReference {};

static inline cudaError_t cudaBindSurfaceToArray(const surfaceReference *shadow, cudaArray_const_t array,
                                                 const cudaChannelFormatDesc * = nullptr) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = const_cast<cudaArray_t>(array);
    cudaSurfaceObject_t object = 0;
    const cudaError_t error = cudaCreateSurfaceObject(&object, &resource);
    if (error != cudaSuccess) {
        return error;
    }
    return cudaMemcpyToSymbol(static_cast<const void *>(shadow), &object, sizeof object, 0, cudaMemcpyHostToDevice);
}
template <typename T, int D>
static inline cudaError_t cudaBindSurfaceToArray(const WarploomSurface<T, D> &reference, cudaArray_const_t array) {
    return cudaBindSurfaceToArray(static_cast<const surfaceReference *>(&reference), array);
}
template <typename T, int D>
static inline cudaError_t cudaBindSurfaceToArray(const WarploomSurface<T, D> &reference, cudaArray_const_t array,
                                                 const cudaChannelFormatDesc &) {
    return cudaBindSurfaceToArray(static_cast<const surfaceReference *>(&reference), array);
}

#define WARPLOOM_SURFACE(suffix, dimensions, parameters, arguments)                                                   \
    template <typename T, typename S>                                                                                 \
    static __device__ inline T surf##suffix##read(                                                                    \
        const WarploomSurface<S, dimensions> &reference, WARPLOOM_PARENTHESES parameters,                             \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                                        \
        return surf##suffix##read<T>(reference.object, WARPLOOM_PARENTHESES arguments, mode);                         \
    }                                                                                                                 \
    template <typename T, typename S>                                                                                 \
    static __device__ inline void surf##suffix##read(                                                                 \
        T *value, const WarploomSurface<S, dimensions> &reference, WARPLOOM_PARENTHESES parameters,                   \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                                        \
        *value = surf##suffix##read<T>(reference.object, WARPLOOM_PARENTHESES arguments, mode);                       \
    }                                                                                                                 \
    template <typename T, typename S>                                                                                 \
    static __device__ inline void surf##suffix##write(                                                                \
        T value, const WarploomSurface<S, dimensions> &reference, WARPLOOM_PARENTHESES parameters,                    \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                                        \
        surf##suffix##write(value, reference.object, WARPLOOM_PARENTHESES arguments, mode);                           \
    }
WARPLOOM_SURFACE(1D, 1, (int x), (x))
WARPLOOM_SURFACE(2D, 2, (int x, int y), (x, y))
WARPLOOM_SURFACE(3D, 3, (int x, int y, int z), (x, y, z))
#undef WARPLOOM_SURFACE
#undef WARPLOOM_PARENTHESES

/* A declaration such as `texture<float, 2> image;` must become that of a __device__ variable, which no type can do. */
#define texture __device__ WarploomTexture
#define surface __device__ WarploomSurface

#endif /* WARPLOOM_NO_TEXTURE_REFERENCES */
#endif /* __CUDACC__ */
#endif /* CUDART_VERSION >= 13000 */
#endif /* __cplusplus */
#endif /* WARPLOOM_COMPAT_H */
